/** SPARQL's JSON results → an answer. */
import type { Execution, RdfTerm } from '../kb/knowledge-base';

interface JsonResults {
  readonly head?: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Readonly<Record<string, RdfTerm>>[] };
}

/** Asked for one row more than is wanted, to know whether there are more. */
export function readJsonResults(json: string, maxRows: number): Execution {
  const results = JSON.parse(json) as JsonResults;
  if (results.boolean !== undefined)
    return { status: 'answered', answer: { kind: 'boolean', value: results.boolean } };
  const columns = results.head?.vars ?? [];
  const bindings = results.results?.bindings ?? [];
  const rows = bindings.slice(0, maxRows).map((binding) => columns.map((column) => binding[column] ?? null));
  return {
    status: 'answered',
    answer: { kind: 'table', columns, rows },
    ...(bindings.length > maxRows && {
      incomplete: {
        reason: 'row-limit',
        message: `Only the first ${maxRows} rows: there are more. Raise funfusic.run.maxRows to get them.`,
      },
    }),
  };
}
