import { firstIndex } from './binary-search';

/**
 * Finds the numbers of entries by a key. It stores only the hashes of the keys, so a rare wrong number is possible, which the caller must
 * filter out. It needs a tenth of the memory of a map with lists.
 */
export class HashIndex {
  /** The hash of a key and a number in one value, sorted. */
  private readonly entries: Float64Array;

  /** `keysOf` gives the keys of each number from 0 to `count - 1`. */
  constructor(count: number, keysOf: (number: number) => Iterable<string>) {
    const entries: number[] = [];
    for (let number = 0; number < count; number++)
      for (const key of keysOf(number)) entries.push(hashOf(key) * MAX_COUNT + number);
    this.entries = Float64Array.from(entries).sort();
  }

  /** In ascending order. */
  find(key: string): readonly number[] {
    const first = hashOf(key) * MAX_COUNT;
    const found: number[] = [];
    for (let at = this.firstFrom(first); (this.entries[at] ?? Infinity) < first + MAX_COUNT; at++)
      found.push((this.entries[at] ?? 0) - first);
    return found;
  }

  private firstFrom(value: number): number {
    return firstIndex(this.entries.length, (index) => (this.entries[index] ?? 0) < value);
  }
}

/** With a hash of 32 bits, the values are exact. */
const MAX_COUNT = 2 ** 21;

/** FNV-1a. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
