import type { TextEdit } from './edit';
import { range } from './range';

/** The smallest edit of whole words that makes `after` from `before`; undefined if they are equal. */
export function changedPart(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let kept = 0;
  while (kept < shorter - start && before.at(-1 - kept) === after.at(-1 - kept)) kept++;
  while (start > 0 && (isInWord(before, start) || isInWord(after, start))) start--;
  while (kept > 0 && (isInWord(before, before.length - kept) || isInWord(after, after.length - kept))) kept--;
  return { range: range(start, before.length - kept), newText: after.slice(start, after.length - kept) };
}

const WORD = /[\p{L}\p{N}_.:?$^<>/-]/u;

/** Whether a word continues over an offset. */
function isInWord(text: string, offset: number): boolean {
  return WORD.test(text[offset - 1] ?? '') && WORD.test(text[offset] ?? '');
}
