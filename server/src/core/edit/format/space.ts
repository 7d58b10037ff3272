import type { TextEdit } from '../../language/text/edit';

export function isBlankLine(space: string): boolean {
  return countLineEnds(space) > 1;
}

export function countLineEnds(space: string): number {
  let count = 0;
  for (let at = 0; at < space.length; at++) {
    const code = space.charCodeAt(at);
    if (code === 10 || (code === 13 && space.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}

/** The line ending of a text: that of its first line. */
export function lineEndingOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** An edit of only the characters that differ, so that cursors and decorations keep their place. */
export function minimalEdit(text: string, start: number, end: number, newText: string): TextEdit | undefined {
  const oldText = text.slice(start, end);
  if (oldText === newText) return undefined;
  const shorter = Math.min(oldText.length, newText.length);
  let prefix = 0;
  while (prefix < shorter && oldText[prefix] === newText[prefix]) prefix++;
  // CRLF is not split.
  if (oldText[prefix - 1] === '\r' && (oldText[prefix] === '\n' || newText[prefix] === '\n')) prefix--;
  let suffix = 0;
  while (
    suffix < shorter - prefix &&
    oldText[oldText.length - 1 - suffix] === newText[newText.length - 1 - suffix]
  )
    suffix++;
  const splits = (whole: string): boolean =>
    whole[whole.length - suffix] === '\n' && whole[whole.length - suffix - 1] === '\r';
  if (splits(oldText) || splits(newText)) suffix--;
  return {
    range: { start: start + prefix, end: end - suffix },
    newText: newText.slice(prefix, newText.length - suffix),
  };
}
