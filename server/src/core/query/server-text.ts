/** Shortens text of servers, so that patterns are not run over megabytes. */
import { onOneLine } from '../language/text/control-characters';

/** Characters of an error message that are read. */
const MAX_ERROR_TEXT = 16 * 1024;
/** Characters of a header that a message quotes. */
const MAX_QUOTED_HEADER = 200;

export function clipErrorText(text: string): string {
  return text.length > MAX_ERROR_TEXT ? text.slice(0, MAX_ERROR_TEXT) : text;
}

export function clipHeader(value: string): string {
  return value.length > MAX_QUOTED_HEADER ? `${value.slice(0, MAX_QUOTED_HEADER)}…` : value;
}

/** Characters of an error message that are quoted; longer ones list all expected tokens or a stack trace. */
const MAX_QUOTED_ERROR = 300;

/** The message of an engine on one line, with a full stop. */
export function quoteError(sentence: string): string {
  const line = onOneLine(clipErrorText(sentence)).replace(/\s+/g, ' ').trim();
  if (line.length > MAX_QUOTED_ERROR) return `${line.slice(0, MAX_QUOTED_ERROR)} …`;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
