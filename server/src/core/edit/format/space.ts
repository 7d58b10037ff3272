/** White space, and the smallest edits of it. */
import type { TextEdit } from '../../language/text/edit';

export function isBlankLine(space: string): boolean {
  return lineEndsIn(space) > 1;
}

export function lineEndsIn(space: string): number {
  let count = 0;
  for (let at = 0; at < space.length; at++) {
    const code = space.charCodeAt(at);
    if (code === 10 || (code === 13 && space.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}

/** How the text ends its lines, as the first of them does. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** Changes only what differs, so that cursors and marks in the rest stay; nothing where all is as it should be. */
export function smallestEdit(
  text: string,
  start: number,
  end: number,
  newText: string,
): TextEdit | undefined {
  const oldText = text.slice(start, end);
  if (oldText === newText) return undefined;
  const least = Math.min(oldText.length, newText.length);
  let prefix = 0;
  while (prefix < least && oldText[prefix] === newText[prefix]) prefix++;
  // A line end of two characters is one thing.
  if (oldText[prefix - 1] === '\r' && (oldText[prefix] === '\n' || newText[prefix] === '\n')) prefix--;
  let suffix = 0;
  while (
    suffix < least - prefix &&
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
