/** SPARQL's JSON results, or N-Triples → an answer. */
import type { Execution, Incomplete, RdfTerm } from '../kb/knowledge-base';
import { readNTriples } from './n-triples';
import type { QueryModel } from '../language/sparql/model';

interface JsonResults {
  readonly head?: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Readonly<Record<string, RdfTerm>>[] };
}

/**
 * Asked for one row more than is wanted, to know whether there are more. Where columns are named, they come in that order,
 * and no others.
 */
export function readJsonResults(json: string, maxRows: number, order: readonly string[] = []): Execution {
  const results = JSON.parse(json) as JsonResults;
  if (results.boolean !== undefined)
    return { status: 'answered', answer: { kind: 'boolean', value: results.boolean } };
  const found = results.head?.vars ?? [];
  const columns = order.length ? order.filter((column) => found.includes(column)) : found;
  const bindings = results.results?.bindings ?? [];
  const rows = bindings.slice(0, maxRows).map((binding) => columns.map((column) => binding[column] ?? null));
  return {
    status: 'answered',
    answer: { kind: 'table', columns, rows },
    ...(bindings.length > maxRows && { incomplete: cutAt(maxRows, 'rows') }),
  };
}

/** N-Triples, one more than is wanted. */
export function readGraph(text: string, maxTriples: number): Execution {
  const triples = readNTriples(text);
  return {
    status: 'answered',
    answer: { kind: 'graph', triples: triples.slice(0, maxTriples) },
    ...(triples.length > maxTriples && { incomplete: cutAt(maxTriples, 'triples') }),
  };
}

function cutAt(most: number, what: string): Incomplete {
  return {
    reason: 'row-limit',
    message: `Only the first ${most} ${what}: there are more. Raise funfusic.run.maxRows to get them.`,
  };
}

/** Words by which a row depends on all that match, and not on its own match alone. */
const ON_ALL = new Set('COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT GROUP HAVING'.split(' '));

/**
 * Whether each row of an answer holds even if rows are missing. A count over half of the matches is wrong, and so is the
 * largest of them.
 */
export function rowsStandAlone({ tokens }: QueryModel): boolean {
  const words = new Set(tokens.filter(({ type }) => type === 'keyword').map(({ value }) => value));
  const takesTheFirst = words.has('ORDER') && (words.has('LIMIT') || words.has('OFFSET'));
  return !takesTheFirst && ![...ON_ALL].some((word) => words.has(word));
}
