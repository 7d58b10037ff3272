/** A title or another text in quotation marks; an apostrophe inside a word is none. */
export const QUOTATION = /"[^"]*"|“[^”]*”|‘[^’]*’|(?<!\p{L})'[^']+'(?!\p{L})/gu;

/** The text with spaces instead of quotations. */
export function withoutQuotations(text: string): string {
  return text.replace(QUOTATION, (quoted) => ' '.repeat(quoted.length));
}

/** The text with typewriter apostrophes inside words, as in "Obama's", which the patterns for English use. Its length is the same. */
export function withPlainApostrophes(text: string): string {
  return text.replace(/(?<=\p{L})[’`´](?=\p{L})/gu, "'");
}
