/** A proposal as it came from a model → the query in it. Its comments go: they could silence the checks, or speak to the reader. */
import type { QueryModel } from '../language/sparql/model';
import { hasAggregate } from '../language/sparql/semantics';
import { tokenize } from '../language/sparql/tokens';
import { applyEdits } from '../language/text/edit';
import { range } from '../language/text/range';

export function cleanProposal(text: string): string {
  const inside = withoutFence(text);
  const { comments } = tokenize(inside);
  const edits = comments.map(({ start, end }) => {
    return { range: range(startWithIndent(inside, start), end), newText: '' };
  });
  return applyEdits(inside, edits).trim();
}

const FENCE = '```';

/** What stands between Markdown fences, where nothing else is around them. */
function withoutFence(text: string): string {
  const whole = text.trim();
  const line = whole.indexOf('\n');
  const isFenced = whole.startsWith(FENCE) && whole.endsWith(FENCE) && line >= 0;
  return isFenced && line < whole.length - FENCE.length
    ? whole.slice(line + 1, -FENCE.length).trimEnd()
    : text;
}

/** With the spaces before it, and the end of the line before these. */
function startWithIndent(text: string, start: number): number {
  let at = start;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at--;
  return text[at - 1] === '\n' ? at - 1 : at;
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
