/**
 * Names found by the words that they have in common with a question, the rarer the better. It scores as MiniSearch does (BM25+, and more
 * for each word that is met), over lists of numbers: tens of thousands of names are to be there before somebody has waited for them.
 */
import { meaningOf } from '../../schema/synonyms';
import type { SchemaName } from './schema-names';
import type { StemmedWord } from '../../language/english/words';

const BOOST = { own: 2, owner: 0.7, range: 0.8 };
/** A word that only means the same. */
const SYNONYM = 0.5;
/** Of BM25+: how soon a word that comes again counts no more, how much long names are worth less, and what each word is worth at least. */
const BM25 = { k: 1.2, b: 0.7, d: 0.5 };

export class LexicalIndex {
  private readonly own = new Field(BOOST.own);
  private readonly owner = new Field(BOOST.owner);
  private readonly range = new Field(BOOST.range);
  private readonly terms = new Map<string, readonly string[]>();

  /** Its number is how many were added before it. */
  add({ own, owner, range }: SchemaName): void {
    this.own.add(this.termsOf(own));
    this.owner.add(this.termsOf(owner));
    this.range.add(this.termsOf(range));
  }

  /** By the number of the thing: 0 to 1, the best of all having 1. Those that have nothing in common with it are left out. */
  scores(question: readonly StemmedWord[]): ReadonlyMap<number, number> {
    const terms = this.termsOf(question);
    const sums = new Map<number, number>();
    const met = new Map<number, number>();
    const seen = new Set<string>();
    for (const term of terms) {
      const found = new Map<number, number>();
      for (const field of [this.own, this.owner, this.range]) field.score(term, found);
      for (const [number, score] of found) {
        sums.set(number, (sums.get(number) ?? 0) + score * (term.startsWith('=') ? SYNONYM : 1));
        if (!seen.has(term)) met.set(number, (met.get(number) ?? 0) + 1);
      }
      seen.add(term);
    }
    let best = 0;
    for (const [number, sum] of sums) {
      const score = sum * (met.get(number) ?? 1);
      sums.set(number, score);
      best = Math.max(best, score);
    }
    for (const [number, score] of sums) sums.set(number, score / best);
    return sums;
  }

  /** "movie" also meets "film". */
  private termsOf(tokens: readonly StemmedWord[]): readonly string[] {
    const [only, ...more] = tokens;
    if (!only) return [];
    return more.length ? tokens.flatMap(({ stem }) => this.termsFor(stem)) : this.termsFor(only.stem);
  }

  private termsFor(stem: string): readonly string[] {
    let terms = this.terms.get(stem);
    if (!terms) {
      const meaning = meaningOf(stem);
      this.terms.set(stem, (terms = meaning === undefined ? [stem] : [stem, `=${meaning}`]));
    }
    return terms;
  }
}

/** Which things have which words in one part of their names. */
class Field {
  /** Of each word the things that have it, as often as they do. */
  private readonly things = new Map<string, number[]>();
  /** How many different words each thing has. */
  private readonly lengths: number[] = [];
  private all = 0;

  constructor(private readonly boost: number) {}

  add(terms: readonly string[]): void {
    const thing = this.lengths.length;
    let length = 0;
    for (const term of terms) {
      const list = this.things.get(term);
      if (list?.at(-1) !== thing) length++;
      if (list) list.push(thing);
      else this.things.set(term, [thing]);
    }
    this.lengths.push(length);
    this.all += length;
  }

  /** Adds what a word is worth to the things that have it. */
  score(term: string, sums: Map<number, number>): void {
    const things = this.things.get(term);
    if (!things) return;
    const { k, b, d } = BM25;
    const count = this.lengths.length;
    const average = this.all / count;
    const having = new Set(things).size;
    const rarity = Math.log(1 + (count - having + 0.5) / (having + 0.5));
    for (let at = 0; at < things.length;) {
      const thing = things[at] ?? 0;
      let often = 0;
      for (; things[at] === thing; at++) often++;
      const long = 1 - b + (b * (this.lengths[thing] ?? 0)) / average;
      const worth = rarity * (d + (often * (k + 1)) / (often + k * long));
      sums.set(thing, (sums.get(thing) ?? 0) + this.boost * worth);
    }
  }
}
