/** Which text is run when somebody runs what is selected, and where it stood. */
import { parseQuery } from '../language/sparql/parse';
import type { Group, QueryModel } from '../language/sparql/model';
import { range, type TextRange } from '../language/text/range';

export interface Runnable {
  /** Whole: with the prefixes that the selection takes from the query around it. */
  readonly text: string;
  /** What of the document it is. */
  readonly where: TextRange;
  /** How much of `text` stands before what is in the document. */
  readonly added: number;
  /** The query that it is, or is a part of: what its header says holds for the part as well. */
  readonly query: QueryModel;
}

/**
 * What is selected, where it is a query or patterns of one. A name that is merely marked, or nothing at all, means the
 * query around it.
 */
export function whatToRun(
  queries: readonly QueryModel[],
  selected: TextRange,
): Runnable | { readonly problem: string } {
  const withText = queries.filter(({ tokens }) => tokens.length > 0);
  const where = trimmed(queries[0]?.text ?? '', selected);
  const met = withText.filter(({ tokens }) =>
    tokens.some(({ start, end }) => start < where.end && end > where.start),
  );
  if (met.length > 1)
    return {
      problem: `${met.length} queries are selected. Put the cursor into the one to run.`,
    };
  const query = met[0] ?? around(withText, selected.start);
  if (!query)
    return {
      problem: 'There is no query here. Write one that starts with SELECT, ASK, CONSTRUCT or DESCRIBE.',
    };
  return (met.length > 0 && partOf(query, where)) || whole(query);
}

/** Where an offset of the text that was run stands in the document; what was added stands before it all. */
export function placeInDocument({ where, added }: Runnable, { start, end }: TextRange): TextRange {
  const toDocument = (offset: number): number =>
    Math.min(Math.max(where.start, offset - added + where.start), where.end);
  return range(toDocument(start), toDocument(end));
}

/** The query that an offset is in; between two, as on the line that parts them, the next. */
function around(queries: readonly QueryModel[], offset: number): QueryModel | undefined {
  return queries.find((query) => offset <= query.range.end) ?? queries.at(-1);
}

function whole(query: QueryModel): Runnable {
  const where = trimmed(query.text, query.range);
  return { text: query.text.slice(where.start, where.end), where, added: 0, query };
}

function partOf(query: QueryModel, where: TextRange): Runnable | undefined {
  const text = query.text.slice(where.start, where.end);
  const alone = parseQuery(text, query.dialect);
  if (alone.query.form !== 'none') {
    const head = declarationsFor(alone, query);
    return { text: `${head}${text}`, where, added: head.length, query };
  }
  const begin = /[?$]\w/.test(text) ? 'SELECT * WHERE {\n' : 'ASK {\n';
  const patterns = parseQuery(`${begin}${text}\n}`, query.dialect);
  if (!patterns.parses || !patterns.query.groups.some(hasTriples)) return undefined;
  const head = `${declarationsFor(patterns, query)}${begin}`;
  return { text: `${head}${text}\n}`, where, added: head.length, query };
}

/** What a part uses and only the query around it declares. */
function declarationsFor(part: QueryModel, { base, prefixes }: QueryModel): string {
  const own = new Set(part.prefixes.map(({ prefix }) => prefix));
  const used = new Set(part.prefixUses.map(({ prefix }) => prefix));
  const lines = prefixes
    .filter(({ prefix }) => used.has(prefix) && !own.has(prefix))
    .map(({ prefix, iri }) => `PREFIX ${prefix}: <${iri}>\n`);
  if (base !== undefined && part.base === undefined) lines.unshift(`BASE <${base}>\n`);
  return lines.join('');
}

/** A filter alone matches nothing that could be shown. */
function hasTriples({ triples, children, select }: Group): boolean {
  return triples.length > 0 || children.some(hasTriples) || (select?.groups.some(hasTriples) ?? false);
}

function trimmed(text: string, { start, end }: TextRange): TextRange {
  const part = text.slice(start, end);
  const kept = part.trim();
  if (kept === '') return range(start, start);
  const from = start + part.indexOf(kept);
  return range(from, from + kept.length);
}
