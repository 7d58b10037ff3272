/** The words of a name, and the similarity of two names by their words. */
import { stem } from '../../language/english/nouns';
import { NAME_FILLERS } from '../../language/english/stop-words';
import { synonymSetOf } from '../synonyms';

export function nameWords(segment: string): readonly string[] {
  return segment
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/(birth|death|burial)(place|date|day|year)/g, '$1_$2')
    .split(/[^a-z0-9]+/)
    .map(stem)
    .filter((word) => word && !NAME_FILLERS.has(word));
}

/** Returns the share of common words (Dice). A synonym counts 0.75, a word with the same prefix 0.6. */
export function wordOverlap(left: readonly string[], right: readonly string[]): number {
  if (!left.length || !right.length) return 0;
  let sum = 0;
  for (const word of left) {
    if (right.includes(word)) sum += 1;
    else {
      const synonymSet = synonymSetOf(word);
      if (synonymSet !== undefined && right.some((other) => synonymSetOf(other) === synonymSet)) sum += 0.75;
      else if (right.some((other) => isPrefixPair(word, other))) sum += 0.6;
    }
  }
  return (2 * sum) / (left.length + right.length);
}

/** Whether the shorter word is a prefix of the longer one, as in `education` and `educational`. */
export function isPrefixPair(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  return short.length > 4 && long.startsWith(short);
}
