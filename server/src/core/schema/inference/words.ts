/** The words that a name is made of, and how alike two names are by them. */
import { stem } from '../../language/english/nouns';
import { NAME_FILLERS } from '../../language/english/stop-words';
import { meaningOf } from '../synonyms';

export function wordsOf(segment: string): readonly string[] {
  return segment
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/(birth|death|burial)(place|date|day|year)/g, '$1_$2')
    .split(/[^a-z0-9]+/)
    .map(stem)
    .filter((word) => word && !NAME_FILLERS.has(word));
}

/** Share of the words that both have; a word that means the same, or begins the same, counts a little less. */
export function likenessOfWords(left: readonly string[], right: readonly string[]): number {
  if (!left.length || !right.length) return 0;
  let sum = 0;
  for (const word of left) {
    if (right.includes(word)) sum += 1;
    else {
      const group = meaningOf(word);
      if (group !== undefined && right.some((other) => meaningOf(other) === group)) sum += 0.75;
      else if (right.some((other) => beginAlike(word, other))) sum += 0.6;
    }
  }
  return (2 * sum) / (left.length + right.length);
}

/** `education` and `educational` */
export function beginAlike(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  return short.length > 4 && long.startsWith(short);
}
