import { onOneLine } from '../language/text/controls';
import { clipErrorText } from './server-text';

/** Longer sentences of engines list all that could have stood there, or a stack of calls, which helps nobody. */
const MAX_LENGTH = 300;

/** What an engine says, on one line, with a full stop. */
export function shortened(sentence: string): string {
  const line = onOneLine(clipErrorText(sentence)).replace(/\s+/g, ' ').trim();
  if (line.length > MAX_LENGTH) return `${line.slice(0, MAX_LENGTH)} …`;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
