/** Terminals and editors act upon control characters. What comes from models and KBs has no business with them. */

/** Without those that are no white space: a text of several lines stays one. */
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g, ' ');
}

/** Nor does it begin another line, or turn the direction in which the rest is read. */
export function onOneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ');
}
