import { t } from '../../shared/l10n';
import type { Agreement } from '../../../server/src/protocol/index';
import { displayLines, displayText } from '../../shared/terms';
import { element } from '../dom';
import { icon, type IconName } from '../icons';

const verdictTexts = (): Readonly<Record<Agreement['verdict'], readonly [IconName, string]>> => ({
  same: ['check', t('The query matches the question.')],
  different: ['error', t('The query does not match the question.')],
  unknown: ['help', t('Not known whether the query matches the question.')],
});

/** Whether the query matches the question, and who checked it. */
export function drawAgreement({ verdict, explanation, by }: Agreement): HTMLElement {
  const [sign, words] = verdictTexts()[verdict];
  return element(
    'p',
    { class: `agreement ${verdict}` },
    icon(sign),
    element(
      'span',
      {},
      element('strong', { text: words }),
      ` ${displayLines(explanation)} `,
      element('span', {
        class: 'dim',
        text: judgeText(by),
      }),
    ),
  );
}

function judgeText(by: string): string {
  if (by === 'cues') return t('Checked by rules.');
  return by === 'ranking'
    ? t('Compared with the likeliest query for the question.')
    : t('Checked by {0}.', displayText(by));
}
