import { t } from '../../shared/l10n';
import type { Attempt } from '../../../server/src/protocol/index';
import { displayLines, displayText } from '../../shared/terms';
import { actionLink } from '../controls';
import { element } from '../dom';
import { icon } from '../icons';
import { SEVERITY_ICONS } from '../notes';
import type { LinkedHighlights } from './linked-highlights';
import { findingKey, type QueryTextView } from './query-text';

type Finding = Attempt['findings'][number];

/** The findings with reason, advice and a link to the query. */
export function drawFindings(
  findings: readonly Finding[],
  query: string,
  text: QueryTextView,
  highlights: LinkedHighlights,
): HTMLElement {
  return element(
    'ol',
    { class: 'findings' },
    ...findings.map((finding, index) => {
      const item = element(
        'li',
        { class: `finding ${finding.severity}` },
        icon(SEVERITY_ICONS[finding.severity]),
        element(
          'div',
          {},
          element('strong', { text: displayLines(finding.message) }),
          ' ',
          element('span', { class: 'code-name', text: `${finding.severity}, ${finding.code}` }),
          ...locationLink(finding, index, query, text),
          ...paragraph(finding.because),
          ...paragraph(finding.advice),
          ...(finding.related ?? []).map(({ message, range }) =>
            element(
              'p',
              { class: 'dim' },
              `${displayLines(message)} `,
              element('span', { class: 'quote', text: quote(query, range) }),
            ),
          ),
        ),
      );
      highlights.follow(item, [findingKey(index)]);
      return item;
    }),
  );
}

const paragraph = (text: string): readonly Node[] =>
  text.trim() === '' ? [] : [element('p', { text: displayLines(text) })];

function locationLink(finding: Finding, index: number, query: string, text: QueryTextView): readonly Node[] {
  const part = quote(query, finding.range);
  if (part === '') return [];
  const link = actionLink(part, () => text.reveal(index));
  link.classList.add('place');
  link.title = t('Show in the query');
  return [link];
}

const quote = (query: string, { start, end }: { readonly start: number; readonly end: number }): string =>
  displayText(query.slice(start, end).trim(), 100);
