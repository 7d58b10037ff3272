/** The keywords of SPARQL 1.1, by position. */
import type { KeywordDoc } from '../vocabulary';
import { CLAUSE_KEYWORDS } from './keywords/clauses';
import { PATTERN_KEYWORDS } from './keywords/patterns';
import { UPDATE_KEYWORDS } from './keywords/updates';

/** By the name in upper case, as in tokens: `INSERT DATA` is the token `INSERTDATA`. `NOTEXISTS` is two tokens. */
export const KEYWORD_WORDS: ReadonlyMap<string, KeywordDoc> = new Map(
  [...CLAUSE_KEYWORDS, ...PATTERN_KEYWORDS, ...UPDATE_KEYWORDS].map(
    ([name, about, example]): [string, KeywordDoc] => [
      name.toUpperCase().replace(' ', ''),
      { name, about, ...(example !== undefined && { example }) },
    ],
  ),
);
