import { KEYWORD_WORDS } from '../../language/sparql/vocabulary';
import { sparql } from './markdown';

/** Describes a keyword, given in upper case. */
export function describeKeyword(keyword: string): readonly string[] | undefined {
  const word = KEYWORD_WORDS.get(keyword);
  if (!word) return undefined;
  return [
    `**${word.name}** — keyword`,
    word.about,
    ...(word.example === undefined ? [] : [sparql(word.example)]),
  ];
}
