/** The words of all names, each with a number, and a search for misspelt words. */
import { editDistance } from '../../language/text/distance';

export interface NearWord {
  readonly word: number;
  readonly distance: number;
}

const MOST_REMEMBERED = 2000;

export class WordList {
  private readonly texts: readonly string[];
  private readonly byLength = new Map<number, Uint32Array>();
  /** Which letters a word has: two words that are near have nearly the same. */
  private readonly letters: Uint32Array;
  private readonly remembered = new Map<string, readonly NearWord[]>();

  constructor(private readonly numbers: ReadonlyMap<string, number>) {
    this.texts = [...numbers.keys()];
    this.letters = Uint32Array.from(this.texts, lettersOf);
    const lengths = new Map<number, number[]>();
    for (const [number, { length }] of this.texts.entries()) {
      const list = lengths.get(length);
      if (list) list.push(number);
      else lengths.set(length, [number]);
    }
    for (const [length, list] of lengths) this.byLength.set(length, Uint32Array.from(list));
  }

  numberOf(word: string): number | undefined {
    return this.numbers.get(word);
  }

  textOf(word: number): string {
    return this.texts[word] ?? '';
  }

  /** The words that begin so, the shortest first. */
  beginning(start: string, most: number): readonly number[] {
    const found: number[] = [];
    for (const length of [...this.byLength.keys()].sort((left, right) => left - right)) {
      if (length < start.length) continue;
      for (const number of this.byLength.get(length) ?? []) {
        if (found.length >= most) return found;
        if (this.texts[number]?.startsWith(start)) found.push(number);
      }
    }
    return found;
  }

  /** The words that someone may have meant who wrote this, the nearest first; none for a short one, which is near to too many. */
  near(word: string): readonly NearWord[] {
    const within = slipsIn(word);
    if (!within) return [];
    let found = this.remembered.get(word);
    if (!found) {
      if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
      this.remembered.set(word, (found = this.search(word, within)));
    }
    return found;
  }

  private search(word: string, within: number): readonly NearWord[] {
    const found: NearWord[] = [];
    const letters = lettersOf(word);
    for (let length = word.length - within; length <= word.length + within; length++)
      for (const number of this.byLength.get(length) ?? []) {
        // Each slip adds a letter, takes one away, or does both.
        if (bits(letters ^ (this.letters[number] ?? 0)) > 2 * within) continue;
        const text = this.texts[number] ?? '';
        // People know how a name begins; and a slip in a short word must not make it another.
        if (text[0] !== word[0] && (within < 2 || text[1] !== word[1])) continue;
        const distance = editDistance(word, text, within);
        if (distance <= within && distance > 0) found.push({ word: number, distance });
      }
    return found.sort((left, right) => left.distance - right.distance || left.word - right.word);
  }
}

/** How many slips of the pen a word may have. */
function slipsIn(word: string): number {
  if (!/^\p{L}+$/u.test(word) || word.length < 5) return 0;
  return word.length < 8 ? 1 : 2;
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % 32);
  return letters >>> 0;
}

function bits(number: number): number {
  let left = number - ((number >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
