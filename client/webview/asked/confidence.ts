import { plural, t } from '../../shared/l10n';
import type { AskResult } from '../../../server/src/protocol/index';
import { percentOf, sentence, surenessOf, surenessWords } from '../../shared/asked/asked-words';
import { shownLines } from '../../shared/terms';
import { actionLink } from '../controls';
import { element } from '../dom';

/** How sure the answer is, as a word, a bar and a number, and why. */
export function drawConfidence({ value, why }: AskResult['confidence']): HTMLElement {
  const sureness = surenessOf(value);
  const percent = percentOf(value);
  const filled = element('span', { class: 'sure-filled' });
  filled.style.width = `${percent}%`;
  return element(
    'section',
    { class: `sureness ${sureness}`, attributes: { 'aria-label': t('Confidence') } },
    element(
      'div',
      { class: 'sure-line' },
      element('span', { class: 'sure-word', text: surenessWords()[sureness] }),
      element(
        'span',
        {
          class: 'sure-bar',
          attributes: {
            role: 'meter',
            'aria-label': t('Confidence'),
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': percent,
          },
        },
        filled,
      ),
      element('span', { class: 'dim', text: `${percent} %`, attributes: { 'aria-hidden': true } }),
    ),
    ...reasons(why),
  );
}

function reasons(why: readonly string[]): readonly HTMLElement[] {
  if (why.length === 0) return [];
  const item = (line: string): HTMLElement => element('li', { text: shownLines(sentence(line)) });
  const list = element('ul', { class: 'sure-why' }, ...why.slice(0, FIRST).map(item));
  const left = why.slice(FIRST);
  if (left.length === 0) return [list];
  const more = actionLink(plural(left.length, '{0} more reason', '{0} more reasons'), () => {
    more.remove();
    list.append(...left.map(item));
  });
  return [list, more];
}

const FIRST = 3;
