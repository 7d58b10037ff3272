import { lineEndOf } from '../../edit/format/space';
import type { QueryModel } from '../../language/sparql/model';

/** Declares what is missing below the author's own declarations, which stay as they are. */
export function addPrefixes(
  { text, prefixes, tokens }: QueryModel,
  woven: string,
  missing: readonly { readonly prefix: string; readonly iri: string }[],
): string {
  if (!missing.length) return woven;
  const last = prefixes.at(-1)?.range;
  const keyword = last && /^prefix/.test(text.slice(last.start, last.end)) ? 'prefix' : 'PREFIX';
  const lineEnd = lineEndOf(text);
  const lines = missing.map(({ prefix, iri }) => `${keyword} ${prefix}: <${iri}>`);
  // All that is woven stands behind the prefixes, so that places up to there are those of the text.
  if (last) return `${woven.slice(0, last.end)}${lineEnd}${lines.join(lineEnd)}${woven.slice(last.end)}`;
  const first = tokens[0]?.start ?? 0;
  return `${woven.slice(0, first)}${lines.join(lineEnd)}${lineEnd}${woven.slice(first)}`;
}

/** Models leave out declarations that they were shown: what a proposal does not declare is what the author declares. */
export function withBorrowedPrefixes(
  { prefixes }: QueryModel,
  { text, tokens, ...model }: QueryModel,
): string {
  const declared = new Set(model.prefixes.map(({ prefix }) => prefix));
  const used = new Set(
    tokens
      .filter(({ type }) => type === 'pname' || type === 'pname-ns')
      .map(({ start, end }) => text.slice(start, end).split(':')[0]),
  );
  const borrowed = prefixes.filter(({ prefix }) => used.has(prefix) && !declared.has(prefix));
  // Above a pragma of Virtuoso nothing may stand.
  if (tokens[0]?.type === 'word') return text;
  return borrowed.map(({ prefix, iri }) => `PREFIX ${prefix}: <${iri}>\n`).join('') + text;
}
