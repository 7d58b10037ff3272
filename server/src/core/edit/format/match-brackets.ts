import type { SparqlToken } from '../../language/sparql/tokens';

/** Text with deeper nesting is not formatted. */
const MAX_DEPTH = 200;

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['{|', '|}'],
  ['<<', '>>'],
  ['<<(', ')>>'],
]);
const CLOSERS = new Set(CLOSING.values());

/** Maps opening to closing brackets. Undefined if brackets do not match or are nested too deeply. */
export function matchBrackets(tokens: readonly SparqlToken[]): ReadonlyMap<number, number> | undefined {
  const closingBrackets = new Map<number, number>();
  const open: { readonly index: number; readonly closing: string }[] = [];
  for (const [index, { type, value }] of tokens.entries()) {
    if (type !== 'punctuation') continue;
    const closing = CLOSING.get(value);
    if (closing !== undefined) {
      if (open.push({ index, closing }) > MAX_DEPTH) return undefined;
    } else if (CLOSERS.has(value)) {
      const opened = open.pop();
      if (opened?.closing !== value) return undefined;
      closingBrackets.set(opened.index, index);
    }
  }
  return open.length ? undefined : closingBrackets;
}
