import type { TextRange } from './range';

export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** The text after the edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { range, newText } of inOrder(edits)) {
    result += text.slice(at, range.start) + newText;
    at = range.end;
  }
  return result + text.slice(at);
}

/** Where a range of the text is after the edits; what replaces a part of it belongs to it. */
export function afterEdits({ start, end }: TextRange, edits: readonly TextEdit[]): TextRange {
  let [from, to] = [start, end];
  let moved = 0;
  for (const { range, newText } of inOrder(edits)) {
    const grown = newText.length - (range.end - range.start);
    if (range.end <= start) from = start + moved + grown;
    else if (range.start < start) from = range.start + moved;
    if (range.end <= end && range.start < end) to = end + moved + grown;
    else if (range.start < end) to = range.start + moved + newText.length;
    moved += grown;
  }
  return { start: from, end: Math.max(from, to) };
}

/** Do two sets of edits keep out of each other's way? */
export function areApart(some: readonly TextEdit[], others: readonly TextEdit[]): boolean {
  return some.every(({ range: one }) =>
    others.every(({ range: other }) => one.end <= other.start || other.end <= one.start),
  );
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  if (edits.length < 2) return edits;
  // What is inserted where another edit begins comes before what that one writes.
  return [...edits].sort(
    ({ range: left }, { range: right }) => left.start - right.start || left.end - right.end,
  );
}
