/** The words and word pairs of a question, from which associations are learned. */
import { stem } from '../../language/english/nouns';
import { wordsOf } from '../../language/english/words';

/** The placeholder for the name of an entity. */
export const NAME_PLACEHOLDER = '…';
const BEGIN = '^';
const END = '$';

/** Stop words are included: "where is … from" asks for another relation than "from" alone. */
export function questionGrams(question: string): readonly string[] {
  const parts = question.split(NAME_PLACEHOLDER).map((part) => wordsOf(part).map(stem));
  return wordsAndPairs(
    parts.flatMap((words, at) => (at ? [NAME_PLACEHOLDER, ...words] : words)),
    NAME_PLACEHOLDER,
  );
}

/** Each word except the placeholder, and each pair of neighbours, with marks for the beginning and the end. */
export function wordsAndPairs(words: readonly string[], placeholder: string): readonly string[] {
  const line = [BEGIN, ...words, END];
  const grams = new Set<string>();
  for (const [at, word] of line.entries()) {
    if (word !== BEGIN && word !== placeholder && word !== END) grams.add(word);
    const next = line[at + 1];
    if (next !== undefined) grams.add(`${word} ${next}`);
  }
  return [...grams];
}
