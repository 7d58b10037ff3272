/** Extracts the query from a proposal of a model. Comments are removed: they could suppress checks or address the reader. */
import type { QueryModel } from '../language/sparql/model';
import { hasAggregate } from '../language/sparql/query-parts';
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

/** The content of a Markdown fence that encloses the whole text. */
function withoutFence(text: string): string {
  const whole = text.trim();
  const line = whole.indexOf('\n');
  const isFenced = whole.startsWith(FENCE) && whole.endsWith(FENCE) && line >= 0;
  return isFenced && line < whole.length - FENCE.length
    ? whole.slice(line + 1, -FENCE.length).trimEnd()
    : text;
}

/** The start of the comment with its indentation and the line break before it. */
function startWithIndent(text: string, start: number): number {
  let at = start;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at--;
  return text[at - 1] === '\n' ? at - 1 : at;
}

/** Removes `LIMIT 1` without an order: models write it by habit, and it hides answers. */
export function withoutNeedlessLimit(query: QueryModel): string {
  const { text, query: select } = query;
  const { limit, orderBy, groupBy, projection, form } = select;
  const chooses =
    orderBy.length > 0 ||
    groupBy !== undefined ||
    projection.some(({ expression }) => expression && hasAggregate(expression));
  if (form !== 'select' || limit?.value !== 1 || chooses) return text;
  return applyEdits(text, [{ range: limit.range, newText: '' }]).trim();
}
