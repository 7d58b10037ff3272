/** The words of a question, or of any phrase, that say something of what is asked for. */
import { stem } from '../../schema/synonyms';
import { EMPTY_WORDS } from '../question-words';

export interface Token {
  /** As it is written, in small letters. */
  readonly word: string;
  /** Without the ending of a plural. */
  readonly stem: string;
}

/** Each once, in their order. */
export function tokensOf(text: string, tokenOf: (word: string) => Token = stemmed): readonly Token[] {
  const tokens = new Map<string, Token>();
  for (const word of plainWords(text)) {
    const token = tokenOf(word);
    if (!EMPTY_WORDS.has(token.stem) && !tokens.has(token.stem)) tokens.set(token.stem, token);
  }
  return [...tokens.values()];
}

export function stemmed(word: string): Token {
  return { word, stem: stem(word) };
}

/** All its words: letters and digits only, small, without accents. */
export function plainWords(text: string): readonly string[] {
  // Nearly all names of a schema are so, and there are tens of thousands.
  if (/^[a-z0-9 ]*$/.test(text)) return text.split(' ').filter(Boolean);
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
