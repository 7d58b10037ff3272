/** How a token is written: all but the case of keywords stays as it is. */
import type { Token } from '../../language/sparql/tokens';

export const KEYWORD_CASES = ['upper', 'lower', 'keep'] as const;
export type KeywordCase = (typeof KEYWORD_CASES)[number];

/** Functions are names rather than keywords: `langMatches` stays what it is. */
const FUNCTIONS = new Set('BOUND BNODE CONCAT COALESCE REGEX SUBSTR REPLACE'.split(' '));
/** Words that only Virtuoso knows. */
const DIALECT_WORDS = new Set(['DEFINE', 'OR', 'AND', 'LIKE']);

export function spell(text: string, token: Token, keywordCase: KeywordCase): string {
  const written = text.slice(token.start, token.end);
  // `( )` and `[ ]` are one token, whatever space is in it.
  if (token.terminal === 'NIL' || token.terminal === 'ANON') return token.value;
  if (!isKeyword(token)) return written;
  // `INSERT DATA` is one token too, and there may even be a comment in it.
  if (written.includes('#')) return written;
  const words = written.replace(/\s+/g, ' ');
  return keywordCase === 'upper'
    ? words.toUpperCase()
    : keywordCase === 'lower'
      ? words.toLowerCase()
      : words;
}

function isKeyword({ type, value, terminal }: Token): boolean {
  if (type === 'word') return DIALECT_WORDS.has(value);
  // `a` is a keyword that has one case only.
  if (type !== 'keyword' || value === 'A') return false;
  return terminal === 'FUNC_AGGREGATE' || (!terminal.startsWith('FUNC_') && !FUNCTIONS.has(value));
}
