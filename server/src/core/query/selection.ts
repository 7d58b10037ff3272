/** Finds the query to run for a selection, and maps ranges back to the document. */
import { parseQuery } from '../language/sparql/parse';
import type { Group, QueryModel } from '../language/sparql/model';
import { range, type TextRange } from '../language/text/range';

export interface Runnable {
  /** The complete query, with the prefixes that the selection needs. */
  readonly text: string;
  readonly where: TextRange;
  /** The length of the text added before the selection. */
  readonly added: number;
  /** The query that contains the selection; its header comments apply too. */
  readonly query: QueryModel;
}

/** The selection if it is a query or patterns of one; otherwise the query around it. */
export function findQueryToRun(
  queries: readonly QueryModel[],
  selected: TextRange,
): Runnable | { readonly problem: string } {
  const withText = queries.filter(({ tokens }) => tokens.length > 0);
  const where = trimRange(queries[0]?.text ?? '', selected);
  const touched = withText.filter(({ tokens }) =>
    tokens.some(({ start, end }) => start < where.end && end > where.start),
  );
  if (touched.length > 1)
    return { problem: `${touched.length} queries are selected. Place the cursor in the one to run.` };
  // Between two queries, the next one.
  const query = touched[0] ?? withText.find((query) => selected.start <= query.range.end) ?? withText.at(-1);
  if (!query)
    return {
      problem: 'There is no query here. Write one that starts with SELECT, ASK, CONSTRUCT or DESCRIBE.',
    };
  return (touched.length > 0 && runSelection(query, where)) || runQuery(query);
}

/** Maps a range of the text that was run to the document. */
export function placeInDocument({ where, added }: Runnable, { start, end }: TextRange): TextRange {
  const toDocument = (offset: number): number =>
    Math.min(Math.max(where.start, offset - added + where.start), where.end);
  return range(toDocument(start), toDocument(end));
}

function runQuery(query: QueryModel): Runnable {
  const where = trimRange(query.text, query.range);
  return { text: query.text.slice(where.start, where.end), where, added: 0, query };
}

function runSelection(query: QueryModel, where: TextRange): Runnable | undefined {
  const text = query.text.slice(where.start, where.end);
  const selection = parseQuery(text, query.dialect);
  if (selection.query.form !== 'none') {
    const head = declarationsFor(selection, query);
    return { text: `${head}${text}`, where, added: head.length, query };
  }
  const begin = /[?$]\w/.test(text) ? 'SELECT * WHERE {\n' : 'ASK {\n';
  const patterns = parseQuery(`${begin}${text}\n}`, query.dialect);
  if (!patterns.parses || !patterns.query.groups.some(hasTriples)) return undefined;
  const head = `${declarationsFor(patterns, query)}${begin}`;
  return { text: `${head}${text}\n}`, where, added: head.length, query };
}

/** Declarations that the selection uses and only the surrounding query has. */
function declarationsFor(part: QueryModel, { base, prefixes }: QueryModel): string {
  const declared = new Set(part.prefixes.map(({ prefix }) => prefix));
  const used = new Set(part.prefixUses.map(({ prefix }) => prefix));
  const lines = prefixes
    .filter(({ prefix }) => used.has(prefix) && !declared.has(prefix))
    .map(({ prefix, iri }) => `PREFIX ${prefix}: <${iri}>\n`);
  if (base !== undefined && part.base === undefined) lines.unshift(`BASE <${base}>\n`);
  return lines.join('');
}

/** A filter alone binds nothing that could be shown. */
function hasTriples({ triples, children, select }: Group): boolean {
  return triples.length > 0 || children.some(hasTriples) || (select?.groups.some(hasTriples) ?? false);
}

function trimRange(text: string, { start, end }: TextRange): TextRange {
  const part = text.slice(start, end);
  const content = part.trim();
  if (content === '') return range(start, start);
  const from = start + part.indexOf(content);
  return range(from, from + content.length);
}
