/** Text that a server sends is read only as far as a message needs it: patterns must not be run over megabytes. */

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
