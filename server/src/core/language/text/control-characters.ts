/** Removes control characters from the text of models and KBs, because terminals and editors interpret them. */

/** Replaces control characters except white space, so that line breaks are kept. */
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g, ' ');
}

/** Also replaces line breaks and the characters that change the text direction. */
export function onOneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ');
}
