/** Texts that a spreadsheet would run as formulas. */

/** The same text, with an apostrophe before it where a spreadsheet would take it for a formula. Numbers stay numbers. */
export function withoutFormula(text: string): string {
  return STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Tabs and line breaks are skipped by some. The last four are full-width signs, which some take for the usual ones. */
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
