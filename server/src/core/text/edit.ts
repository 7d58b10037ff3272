import type { TextRange } from './range';

export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** The text after the edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((left, right) => left.range.start - right.range.start);
  let result = '';
  let at = 0;
  for (const { range, newText } of ordered) {
    result += text.slice(at, range.start) + newText;
    at = range.end;
  }
  return result + text.slice(at);
}
