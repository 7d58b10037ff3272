/** Numbers the words of all names and finds the correct spelling of misspelled words. */
import { editDistance } from '../../language/text/distance';
import { groupBy } from '../../language/text/multimap';

export interface NearWord {
  readonly word: number;
  readonly distance: number;
}

const MAX_CACHED = 2000;

export class WordList {
  private readonly texts: readonly string[];
  private readonly byLength = new Map<number, Uint32Array>();
  /** A bit set of the letters of each word, to exclude most words quickly. */
  private readonly letters: Uint32Array;
  private readonly cache = new Map<string, readonly NearWord[]>();

  constructor(private readonly numbers: ReadonlyMap<string, number>) {
    this.texts = [...numbers.keys()];
    this.letters = Uint32Array.from(this.texts, letterSet);
    const byLength = groupBy(this.texts.keys(), (number) => this.textOf(number).length);
    for (const [length, list] of byLength) this.byLength.set(length, Uint32Array.from(list));
  }

  numberOf(word: string): number | undefined {
    return this.numbers.get(word);
  }

  textOf(word: number): string {
    return this.texts[word] ?? '';
  }

  /** The words that begin with a prefix, the shortest first. */
  beginning(start: string, limit: number): readonly number[] {
    const found: number[] = [];
    for (const length of [...this.byLength.keys()].sort((left, right) => left - right)) {
      if (length < start.length) continue;
      for (const number of this.byLength.get(length) ?? []) {
        if (found.length >= limit) return found;
        if (this.texts[number]?.startsWith(start)) found.push(number);
      }
    }
    return found;
  }

  /** The words with a small edit distance, the nearest first; none for a short word, which is similar to too many. */
  near(word: string): readonly NearWord[] {
    const maxDistance = maxTypos(word);
    if (!maxDistance) return [];
    let found = this.cache.get(word);
    if (!found) {
      if (this.cache.size >= MAX_CACHED) this.cache.clear();
      this.cache.set(word, (found = this.search(word, maxDistance)));
    }
    return found;
  }

  private search(word: string, maxDistance: number): readonly NearWord[] {
    const found: NearWord[] = [];
    const letters = letterSet(word);
    for (let length = word.length - maxDistance; length <= word.length + maxDistance; length++)
      for (const number of this.byLength.get(length) ?? []) {
        // Each edit adds a letter, removes one, or both.
        if (countBits(letters ^ (this.letters[number] ?? 0)) > 2 * maxDistance) continue;
        const text = this.texts[number] ?? '';
        // The first letter is seldom wrong, and in a short word it would make too many others similar.
        if (text[0] !== word[0] && (maxDistance < 2 || text[1] !== word[1])) continue;
        const distance = editDistance(word, text, maxDistance);
        if (distance <= maxDistance && distance > 0) found.push({ word: number, distance });
      }
    return found.sort((left, right) => left.distance - right.distance || left.word - right.word);
  }
}

function maxTypos(word: string): number {
  if (!/^\p{L}+$/u.test(word) || word.length < 5) return 0;
  return word.length < 8 ? 1 : 2;
}

function letterSet(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % 32);
  return letters >>> 0;
}

function countBits(number: number): number {
  let sums = number - ((number >>> 1) & 0x55555555);
  sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333);
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
