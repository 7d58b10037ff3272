import type { Token } from '../../language/sparql/tokens';

/** Deeper than this nobody reads, and such a text is left as it is. */
const MAX_DEPTH = 200;

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** The closing bracket of each opening one; nothing where they do not pair, or stand too deep in each other. */
export function partnersOf(tokens: readonly Token[]): ReadonlyMap<number, number> | undefined {
  const partners = new Map<number, number>();
  const open: { readonly index: number; readonly closing: string }[] = [];
  for (const [index, { type, value }] of tokens.entries()) {
    if (type !== 'punctuation') continue;
    const closing = CLOSING.get(value);
    if (closing !== undefined) {
      if (open.push({ index, closing }) > MAX_DEPTH) return undefined;
    } else if (value === ')' || value === ']' || value === '}') {
      const opened = open.pop();
      if (opened?.closing !== value) return undefined;
      partners.set(opened.index, index);
    }
  }
  return open.length ? undefined : partners;
}
