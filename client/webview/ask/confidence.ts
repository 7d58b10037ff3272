import { plural, t } from '../../shared/l10n';
import type { AskResult } from '../../../server/src/protocol/index';
import {
  confidencePercent,
  listedReason,
  confidenceLevel,
  confidenceTexts,
} from '../../shared/ask/ask-texts';
import { displayLines } from '../../shared/terms';
import { actionLink } from '../controls';
import { element } from '../dom';

/** The confidence as a text, a bar and a number, with reasons. */
export function drawConfidence({ value, why }: AskResult['confidence']): HTMLElement {
  const level = confidenceLevel(value);
  const percent = confidencePercent(value);
  const filled = element('span', { class: 'confidence-filled' });
  filled.style.width = `${percent}%`;
  return element(
    'section',
    { class: `confidence ${level}`, attributes: { 'aria-label': t('Confidence') } },
    element(
      'div',
      { class: 'confidence-line' },
      element('span', { class: 'confidence-word', text: confidenceTexts()[level] }),
      element(
        'span',
        {
          class: 'confidence-bar',
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
    ...drawReasons(why),
  );
}

function drawReasons(why: readonly string[]): readonly HTMLElement[] {
  if (why.length === 0) return [];
  const item = (line: string): HTMLElement => element('li', { text: displayLines(listedReason(line)) });
  const list = element('ul', { class: 'confidence-why' }, ...why.slice(0, MAX_COLLAPSED).map(item));
  const left = why.slice(MAX_COLLAPSED);
  if (left.length === 0) return [list];
  const more = actionLink(plural(left.length, '{0} more reason', '{0} more reasons'), () => {
    more.remove();
    list.append(...left.map(item));
  });
  return [list, more];
}

const MAX_COLLAPSED = 3;
