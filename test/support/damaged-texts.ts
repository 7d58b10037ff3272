/** Generates damaged variants of queries from a seed. */
import { tokenize } from '../../server/src/core/language/sparql/tokens';
import type { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { damage, type TokensByType } from './damage';

export function tokensByType(texts: readonly string[]): TokensByType {
  const donors = new Map<string, string[]>();
  for (const text of texts) {
    for (const { type, start, end } of tokenize(text).tokens) {
      const list = donors.get(type);
      if (list) list.push(text.slice(start, end));
      else donors.set(type, [text.slice(start, end)]);
    }
  }
  return donors;
}

/** Yields each text `rounds` times, changed in one or sometimes two places. */
export function* damageAll(texts: readonly string[], rounds: number, draw: SeededRandom): Iterable<string> {
  const donors = tokensByType(texts);
  for (let round = 0; round < rounds; round++) {
    for (const text of texts) {
      const once = damage(text, tokenize(text).tokens, donors, draw);
      yield draw.below(3) === 0 ? damage(once, tokenize(once).tokens, donors, draw) : once;
    }
  }
}
