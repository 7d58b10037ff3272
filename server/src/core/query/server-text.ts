/** Text that a server sends is read only as far as a message needs it: patterns must not be run over megabytes. */ import { onOneLine } from '../language/text/controls';

/** Characters of an error message of an endpoint or a model that are looked at. */
const MAX_ERROR_TEXT = 16 * 1024;
/** Characters of a header that a message quotes. */
const MAX_QUOTED_HEADER = 200;

export function clipErrorText(text: string): string {
  return text.length > MAX_ERROR_TEXT ? text.slice(0, MAX_ERROR_TEXT) : text;
}

export function clipHeader(value: string): string {
  return value.length > MAX_QUOTED_HEADER ? `${value.slice(0, MAX_QUOTED_HEADER)}…` : value;
}

/** Longer sentences of engines list all that could have stood there, or a stack of calls, which helps nobody. */
const MAX_LENGTH = 300;

/** What an engine says, on one line, with a full stop. */
export function shortened(sentence: string): string {
  const line = onOneLine(clipErrorText(sentence)).replace(/\s+/g, ' ').trim();
  if (line.length > MAX_LENGTH) return `${line.slice(0, MAX_LENGTH)} …`;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
