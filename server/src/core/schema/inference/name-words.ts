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
  for (const word of left) sum += bestMatch(word, right);
  return (2 * sum) / (left.length + right.length);
}

function bestMatch(word: string, others: readonly string[]): number {
  if (others.includes(word)) return 1;
  const synonymSet = synonymSetOf(word);
  let best = 0;
  for (const other of others) {
    if (synonymSet !== undefined && synonymSetOf(other) === synonymSet) return 0.75;
    if (isPrefixPair(word, other)) best = 0.6;
  }
  return best;
}

/** Whether the shorter word is a prefix of the longer one, as in `education` and `educational`. */
export function isPrefixPair(word: string, other: string): boolean {
  if (word.length <= 4 || other.length <= 4) return false;
  return word.length < other.length ? other.startsWith(word) : word.startsWith(other);
}
