/** A proposal as it came from a model → the query in it. Its comments go: they could silence the checks, or speak to the reader. */
import type { QueryModel } from '../sparql/model';
import { hasAggregate } from '../sparql/semantics';
import { tokenize } from '../sparql/tokens';
import { applyEdits } from '../text/edit';
import { range } from '../text/range';

export function cleanProposal(text: string): string {
  const inside = /^\s*```[^\n]*\n([^]*?)\n?\s*```\s*$/.exec(text)?.[1] ?? text;
  const { comments } = tokenize(inside);
  const edits = comments.map(({ start, end }) => {
    const before = /(?:^|\n)?[ \t]*$/.exec(inside.slice(0, start))?.[0].length ?? 0;
    return { range: range(start - before, end), newText: '' };
  });
  return applyEdits(inside, edits).trim();
}

/** `LIMIT 1` where nothing says which one is a habit of models, and hides answers. */
export function withoutIdleLimit(query: QueryModel): string {
  const { text, query: select } = query;
  const { limit, orderBy, groupBy, projection, form } = select;
  const chooses =
    orderBy.length > 0 ||
    groupBy !== undefined ||
    projection.some(({ expression }) => expression && hasAggregate(expression));
  if (form !== 'select' || limit?.value !== 1 || chooses) return text;
  return applyEdits(text, [{ range: limit.range, newText: '' }]).trim();
}
