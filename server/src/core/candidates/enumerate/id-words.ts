/** The words in the ids of relations and classes. */
import { stem } from '../../language/english/nouns';
import { RELATION_FILLERS } from '../../language/english/stop-words';
import { BoundedCache } from '../../language/text/cache';

/** The stems of the words in a name, without fillers. */
export function wordsIn(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(stem)
    .filter((word) => word.length > 1 && !RELATION_FILLERS.has(word));
}

/** The words of the last segment of an id: `people.person.place_of_birth` → place, birth */
export function ownWords(id = ''): readonly string[] {
  return ownWordsCache.getOrCompute(id, () => wordsIn(id.split('.').at(-1) ?? ''));
}

const ownWordsCache = new BoundedCache<readonly string[]>(5000);

export function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}
