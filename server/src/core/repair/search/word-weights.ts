/** Word weights: a word in few names of the KB is more informative than one in many. */
import { wordsOf } from '../../schema/inference/words';
import type { KbSchema } from '../../schema/schema';

const known = new WeakMap<KbSchema, (word: string) => number>();

/** About 0.3 for the most frequent word, 1 for a word in at most one name. */
export function wordWeights(schema: KbSchema): (word: string) => number {
  let weight = known.get(schema);
  if (!weight) known.set(schema, (weight = count(schema)));
  return weight;
}

function count(schema: KbSchema): (word: string) => number {
  const counts = new Map<string, number>();
  let all = 0;
  for (const id of schema.relationIds()) {
    all++;
    for (const word of new Set(wordsOf(id.slice(id.lastIndexOf('.') + 1))))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = Math.log(1 + all);
  return (word) => Math.max(0.3, 1 - Math.log(1 + (counts.get(word) ?? 0)) / most);
}
