/** Decides whether a query may be sent. Updates are sent only to a KB that is marked as writable. */
import { parseQuery } from '../language/sparql/parse';
import { QUERY_KEYWORDS, tokenize, type SparqlToken } from '../language/sparql/tokens';
import { summarizeFinding } from '../check/finding-text';
import { range } from '../language/text/range';
import { refused, type RefusedExecution } from './failures';
import { sideEffectOf } from './side-effects';
import { unclearText, withoutTripleOptions } from './unclear-text';

/** Update keywords of the standard, and older ones of Virtuoso. */
const UPDATE_KEYWORDS = new Set(
  'INSERT DELETE LOAD CLEAR DROP CREATE ALTER ADD MOVE COPY WITH MODIFY'.split(' '),
);

/** Checks keywords first, which gives the best message for updates; then the whole text must parse as a read query. */
export function refusalBeforeSending(
  query: string,
  kb: { readonly name: string; readonly writable: boolean },
): RefusedExecution | undefined {
  const { tokens } = tokenize(query);
  const { reads, writes } = findKeywords(query, tokens);
  if (!reads && !writes) return refused('Incomplete query: expected SELECT, ASK, CONSTRUCT or DESCRIBE.');
  if (kb.writable) return undefined;
  const advice = `because it is not marked as writable. Set "writable": true for it in funfusic.knowledgeBases to allow changes.`;
  if (writes)
    return refused(`Nothing is changed in the KB ${kb.name}, ${advice}`, range(writes.start, writes.end));
  const effect = sideEffectOf(query, tokens);
  if (effect)
    return refused(`${effect.does}, and nothing is changed in the KB ${kb.name}, ${advice}`, effect.place);
  const unclear = unclearText(parseQuery(withoutTripleOptions(query), 'virtuoso'));
  if (!unclear || !unclearText(parseQuery(query, 'sparql12'))) return undefined;
  return refused(
    `${summarizeFinding(unclear)} The query was not sent: the KB ${kb.name} is not writable, so only text that is clearly a query is sent to it.`,
    unclear.range,
  );
}

/** Whether the text contains an update keyword. */
export function isUpdate(query: string): boolean {
  return findKeywords(query).writes !== undefined;
}

function findKeywords(
  query: string,
  tokens: readonly SparqlToken[] = tokenize(query).tokens,
): { readonly reads: SparqlToken | undefined; readonly writes: SparqlToken | undefined } {
  const first = (words: ReadonlySet<string>): SparqlToken | undefined =>
    tokens.find(
      ({ type, start, end }) =>
        (type === 'keyword' || type === 'word') &&
        // INSERT DATA is one token.
        words.has((/^\w+/.exec(query.slice(start, end))?.[0] ?? '').toUpperCase()),
    );
  return { reads: first(QUERY_KEYWORDS), writes: first(UPDATE_KEYWORDS) };
}
