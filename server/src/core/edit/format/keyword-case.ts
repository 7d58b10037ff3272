import type { SparqlToken } from '../../language/sparql/tokens';

export const KEYWORD_CASES = ['upper', 'lower', 'keep'] as const;
export type KeywordCase = (typeof KEYWORD_CASES)[number];

/** Functions keep their case, as in `langMatches`. These have terminals of their own. */
const FUNCTIONS = new Set('BOUND BNODE CONCAT COALESCE REGEX SUBSTR REPLACE'.split(' '));
/** Keywords of Virtuoso and of SPARQL 1.2. */
const DIALECT_WORDS = new Set(
  'DEFINE OR AND LIKE OPTION BINDINGS CASE WHEN THEN ELSE END VERSION'.split(' '),
);

/** The text of a token, with the case of keywords applied. */
export function formatToken(text: string, token: SparqlToken, keywordCase: KeywordCase): string {
  const written = text.slice(token.start, token.end);
  // `( )` and `[ ]` are single tokens, which may contain white space.
  if (token.terminal === 'NIL' || token.terminal === 'ANON') return token.value;
  if (!isKeyword(token)) return written;
  // `INSERT DATA` is a single token, which may contain a comment.
  if (written.includes('#')) return written;
  const words = written.replace(/\s+/g, ' ');
  return keywordCase === 'upper'
    ? words.toUpperCase()
    : keywordCase === 'lower'
      ? words.toLowerCase()
      : words;
}

function isKeyword({ type, value, terminal }: SparqlToken): boolean {
  if (type === 'word') return DIALECT_WORDS.has(value);
  // The keyword `a` is always lower case.
  if (type !== 'keyword' || value === 'A') return false;
  return terminal === 'FUNC_AGGREGATE' || (!terminal.startsWith('FUNC_') && !FUNCTIONS.has(value));
}
