import type { Agreement } from '../../../server/src/protocol/index';
import { shownLines, shownText } from '../../shared/terms';
import { element } from '../dom';
import { icon, type IconName } from '../icons';

const SAID: Readonly<Record<Agreement['verdict'], readonly [IconName, string]>> = {
  same: ['check', 'It asks what the question asks.'],
  different: ['error', 'It asks something else than the question.'],
  unknown: ['help', 'Whether it asks what the question asks is not known.'],
};

/** Whether a reading asks what the question asks, and who says so. */
export function drawAgreement({ verdict, explanation, by }: Agreement): HTMLElement {
  const [sign, words] = SAID[verdict];
  const judge = by === 'cues' ? 'by its structure' : `by ${shownText(by)}`;
  return element(
    'p',
    { class: `agreement ${verdict}` },
    icon(sign),
    element(
      'span',
      {},
      element('strong', { text: words }),
      ` ${shownLines(explanation)} `,
      element('span', { class: 'dim', text: `Judged ${judge}.` }),
    ),
  );
}
