/** The words and word pairs of a question, from which associations are learned. */
import { stem } from '../../language/english/nouns';
import { wordsOf } from '../../language/english/words';

/** Stands for the name of an entity. */
export const NAME = '…';
const BEGIN = '^';
const END = '$';

/** Each once. All words count: "where is … from" says what "from" alone does not. */
export function gramsOf(question: string): readonly string[] {
  const parts = question.split(NAME).map((part) => wordsOf(part).map(stem));
  const line = [BEGIN, ...parts.flatMap((words, at) => (at ? [NAME, ...words] : words)), END];
  const grams = new Set<string>();
  for (const [at, word] of line.entries()) {
    if (word !== BEGIN && word !== NAME && word !== END) grams.add(word);
    const next = line[at + 1];
    if (next !== undefined) grams.add(`${word} ${next}`);
  }
  return [...grams];
}
