import { formatNumber, plural, t } from '../../shared/l10n';
import { displayLines } from '../../shared/terms';
import { wordDiff, type DiffLine } from '../../shared/trace/word-diff';
import { textButton } from '../controls';
import { element } from '../dom';

/** The changes from one query to the next. Signs have the same meaning as colors. */
export function drawDiff(before: string, after: string): HTMLElement {
  const rows = wordDiff(before, after);
  if (rows.length === 0) return element('p', { class: 'dim', text: t('The query is unchanged.') });
  const code = element('pre', {
    class: 'code diff',
    attributes: { tabindex: 0, 'aria-label': t('Changes'), dir: 'ltr' },
  });
  const draw = (first: number, end: number): void =>
    code.append(
      ...rows.slice(first, end).map((row) =>
        'skipped' in row
          ? element('span', {
              class: 'diff-line skipped',
              text: `⋯ ${plural(row.skipped, '{0} line', '{0} lines')}`,
            })
          : line(row),
      ),
    );
  draw(0, FIRST_LINES);
  const whole = element('div', { class: 'query-text' }, code);
  const left = rows.length - FIRST_LINES;
  if (left > 0) {
    const more = textButton(t('Show {0} More Lines', formatNumber(left)), () => {
      more.remove();
      draw(FIRST_LINES, rows.length);
      code.focus();
    });
    whole.append(more);
  }
  return whole;
}

const line = ({ sign, parts }: DiffLine): HTMLElement =>
  element(
    'span',
    { class: `diff-line ${CLASSES[sign]}` },
    element('span', { class: 'diff-sign', text: SIGNS[sign] }),
    ...parts.map(({ text, changed }) =>
      changed && sign !== ' '
        ? element(sign === '+' ? 'ins' : 'del', { text: displayLines(text) })
        : document.createTextNode(displayLines(text)),
    ),
  );

const CLASSES = { '+': 'added', '-': 'removed', ' ': 'same' } as const;
const SIGNS = { '+': '+', '-': '−', ' ': ' ' } as const;

const FIRST_LINES = 200;
