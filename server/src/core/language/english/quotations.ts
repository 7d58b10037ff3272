/** A title or another text in quotation marks; an apostrophe inside a word is none. */
export const QUOTATION = /"[^"]*"|“[^”]*”|‘[^’]*’|(?<!\p{L})'[^']+'(?!\p{L})/gu;

/** The text with spaces instead of quotations. */
export function withoutQuotations(text: string): string {
  return text.replace(QUOTATION, (quoted) => ' '.repeat(quoted.length));
}
