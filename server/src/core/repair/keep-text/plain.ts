/** A proposal in its own layout, with all of the author's comments: for what cannot be put into the author's text. */
import { lineEndOf } from '../../edit/format/space';
import type { QueryModel } from '../../language/sparql/model';
import { looksLikeSeparator } from '../../language/sparql/parse';
import { applyEdits, type TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';

export function withAuthorComments(
  author: QueryModel,
  model: QueryModel,
  names: ReadonlyMap<string, string>,
): string {
  const { text, tokens, comments } = author;
  const end = tokens.at(-1)?.end ?? text.length;
  const lineEnd = lineEndOf(text.includes('\n') || text.includes('\r') ? text : model.text);
  const above = comments
    .filter(({ start }) => start < end)
    .map((comment) => text.slice(comment.start, comment.end).trimEnd())
    .filter((comment) => !model.text.includes(comment))
    // At the beginning of a line it would part what stands above it from what stands below.
    .map((comment) => `${looksLikeSeparator(comment) ? ' ' : ''}${comment}${lineEnd}`);
  return above.join('') + written(model, names, lineEnd).trim() + text.slice(end);
}

/** With the author's names and line ends; never inside of strings. */
function written({ text, tokens }: QueryModel, names: ReadonlyMap<string, string>, lineEnd: string): string {
  const edits: TextEdit[] = [];
  let at = 0;
  for (const { type, start, end } of [...tokens, { type: 'end', start: text.length, end: text.length }]) {
    const gap = text.slice(at, start);
    if (gap) edits.push({ range: range(at, start), newText: gap.replace(/\r\n|\n|\r/g, lineEnd) });
    const name = type === 'variable' ? names.get(text.slice(start + 1, end)) : undefined;
    if (name !== undefined) edits.push({ range: range(start + 1, end), newText: name });
    at = end;
  }
  return applyEdits(text, edits);
}
