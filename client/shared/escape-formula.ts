/** Escapes a text that a spreadsheet would evaluate as a formula with an apostrophe. Numbers stay numbers. */
export function escapeFormula(text: string): string {
  return STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Some spreadsheets skip tabs and line breaks, and some treat the full-width signs like the usual ones. */
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
