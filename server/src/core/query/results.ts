/** Reads SPARQL JSON results or N-Triples. */
import type { Execution, Incompleteness, RdfTerm } from '../kb/knowledge-base';
import { readTripleTerm } from './foreign-results';
import { readNTriples } from './n-triples';
import type { QueryModel } from '../language/sparql/model';

interface JsonResults {
  readonly head?: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Readonly<Record<string, RdfTerm>>[] };
}

/** `json` has up to one row more than `maxRows`, to detect that there are more. If `order` is given, only these columns are returned. */
export function readJsonResults(json: string, maxRows: number, order: readonly string[] = []): Execution {
  const results = JSON.parse(json) as JsonResults;
  if (results.boolean !== undefined)
    return { status: 'answered', answer: { kind: 'boolean', value: results.boolean } };
  const found = results.head?.vars ?? [];
  const columns = order.length ? order.filter((column) => found.includes(column)) : found;
  const bindings = results.results?.bindings ?? [];
  const rows = bindings
    .slice(0, maxRows)
    .map((binding) => columns.map((column) => readTripleTerm(binding[column]) ?? binding[column] ?? null));
  return {
    status: 'answered',
    answer: { kind: 'table', columns, rows },
    ...(bindings.length > maxRows && { incomplete: truncatedAt(maxRows, 'rows') }),
  };
}

/** `text` is N-Triples with up to one triple more than `maxTriples`. */
export function readGraph(text: string, maxTriples: number): Execution {
  const triples = readNTriples(text);
  return {
    status: 'answered',
    answer: { kind: 'graph', triples: triples.slice(0, maxTriples) },
    ...(triples.length > maxTriples && { incomplete: truncatedAt(maxTriples, 'triples') }),
  };
}

function truncatedAt(limit: number, what: string): Incompleteness {
  return {
    reason: 'row-limit',
    message: `Only the first ${limit.toLocaleString('en')} ${what}: there are more. Raise funfusic.run.maxRows to get them.`,
  };
}

/** Keywords that make a row depend on all matches. */
const AGGREGATE_KEYWORDS = new Set('COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT GROUP HAVING'.split(' '));

/** Whether each row is correct even if rows are missing; a count or a maximum over half of the matches is not. */
export function rowsAreIndependent({ tokens }: QueryModel): boolean {
  const keywords = new Set(tokens.filter(({ type }) => type === 'keyword').map(({ value }) => value));
  const isTopRows = keywords.has('ORDER') && (keywords.has('LIMIT') || keywords.has('OFFSET'));
  return !isTopRows && ![...AGGREGATE_KEYWORDS].some((word) => keywords.has(word));
}
