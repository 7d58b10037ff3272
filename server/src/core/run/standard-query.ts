/** A query as its author wrote it → standard SPARQL with full IRIs, which every engine takes. */
import { parseQuery } from '../sparql/parse';
import { resolveName } from '../sparql/resolve';
import { applyEdits, type TextEdit } from '../text/edit';
import { range } from '../text/range';

export interface StandardQuery {
  readonly text: string;
  /** What was changed, to find in the query as given the place that an engine complains of. */
  readonly edits: readonly TextEdit[];
}

/** With a limit of one row more than is wanted, so that one can tell whether there are more. */
export function standardQuery(query: string, maxRows: number): StandardQuery {
  const model = parseQuery(query, 'virtuoso');
  const edits: TextEdit[] = model.dialectisms.flatMap((dialectism) => [...dialectism.edits]);
  const namespaces = new Map(model.prefixes.map(({ prefix, iri }) => [prefix, iri]));
  for (const { type, start, end } of model.tokens) {
    if (type !== 'pname' || edits.some((edit) => edit.range.start < end && edit.range.end > start)) continue;
    const { iri } = resolveName(query.slice(start, end), namespaces);
    edits.push({ range: range(start, end), newText: `<${iri}>` });
  }
  const { form, limit } = model.query;
  if (form === 'select' && !limit)
    edits.push({ range: range(query.length, query.length), newText: `\nLIMIT ${maxRows + 1}` });
  return { text: applyEdits(query, edits), edits };
}
