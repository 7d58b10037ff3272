/** The words of a question, or of any phrase, that say something of what is asked for. */
import { stem } from '../kb/synonyms';
import { EMPTY_WORDS } from '../repair/search/question-words';

export interface Token {
  /** As it is written, in small letters. */
  readonly word: string;
  /** Without the ending of a plural. */
  readonly stem: string;
}

/** Each once, in their order. */
export function tokensOf(text: string): readonly Token[] {
  const tokens = new Map<string, Token>();
  for (const word of plainWords(text)) {
    const stemmed = stem(word);
    if (!EMPTY_WORDS.has(stemmed) && !tokens.has(stemmed)) tokens.set(stemmed, { word, stem: stemmed });
  }
  return [...tokens.values()];
}

/** All its words: letters and digits only, small, without accents. */
export function plainWords(text: string): readonly string[] {
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
