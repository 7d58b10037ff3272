/**
 * Finds names by the words that they share with a question. It scores like MiniSearch (BM25+, times the number of matched
 * words), but its lists of numbers are built much faster for tens of thousands of names.
 */
import { synonymSetOf } from '../../schema/synonyms';
import type { SchemaName } from './schema-names';
import type { StemmedWord } from '../../language/english/words';

const BOOST = { own: 2, owner: 0.7, range: 0.8 };
/** The weight of a synonym. */
const SYNONYM = 0.5;
/** The parameters of BM25+: saturation of term frequency, normalization by length, and minimum score of a term. */
const BM25 = { k: 1.2, b: 0.7, d: 0.5 };

/** Names have numbers in the order in which they are added. */
export class LexicalIndex {
  private readonly own = new Field(BOOST.own);
  private readonly owner = new Field(BOOST.owner);
  private readonly range = new Field(BOOST.range);
  private readonly terms = new Map<string, readonly string[]>();

  add({ own, owner, range }: SchemaName): void {
    this.own.add(this.termsOf(own));
    this.owner.add(this.termsOf(owner));
    this.range.add(this.termsOf(range));
  }

  /** Scores between 0 and 1 by the number of the name; the best has 1. Names without a common word are omitted. */
  scores(question: readonly StemmedWord[]): ReadonlyMap<number, number> {
    const scores = new Map<number, number>();
    const matchCounts = new Map<number, number>();
    const seen = new Set<string>();
    for (const term of this.termsOf(question)) {
      const termScores = new Map<number, number>();
      for (const field of [this.own, this.owner, this.range]) field.score(term, termScores);
      for (const [name, score] of termScores) {
        scores.set(name, (scores.get(name) ?? 0) + score * (term.startsWith('=') ? SYNONYM : 1));
        if (!seen.has(term)) matchCounts.set(name, (matchCounts.get(name) ?? 0) + 1);
      }
      seen.add(term);
    }
    let best = 0;
    for (const [name, sum] of scores) {
      const score = sum * (matchCounts.get(name) ?? 1);
      scores.set(name, score);
      best = Math.max(best, score);
    }
    for (const [name, score] of scores) scores.set(name, score / best);
    return scores;
  }

  /** The stems and their synonyms: "movie" matches "film". */
  private termsOf(tokens: readonly StemmedWord[]): readonly string[] {
    const [only, ...more] = tokens;
    if (!only) return [];
    return more.length ? tokens.flatMap(({ stem }) => this.termsFor(stem)) : this.termsFor(only.stem);
  }

  private termsFor(stem: string): readonly string[] {
    let terms = this.terms.get(stem);
    if (!terms) {
      const meaning = synonymSetOf(stem);
      this.terms.set(stem, (terms = meaning === undefined ? [stem] : [stem, `=${meaning}`]));
    }
    return terms;
  }
}

/** An inverted index of one part of the names. */
class Field {
  /** The names with each term, repeated for each occurrence. */
  private readonly names = new Map<string, number[]>();
  /** The number of different terms of each name. */
  private readonly lengths: number[] = [];
  private totalLength = 0;

  constructor(private readonly boost: number) {}

  add(terms: readonly string[]): void {
    const name = this.lengths.length;
    let length = 0;
    for (const term of terms) {
      const list = this.names.get(term);
      if (list?.at(-1) !== name) length++;
      if (list) list.push(name);
      else this.names.set(term, [name]);
    }
    this.lengths.push(length);
    this.totalLength += length;
  }

  /** Adds the score of a term to the names that have it. */
  score(term: string, scores: Map<number, number>): void {
    const names = this.names.get(term);
    if (!names) return;
    const { k, b, d } = BM25;
    const count = this.lengths.length;
    const averageLength = this.totalLength / count;
    const documentFrequency = new Set(names).size;
    const idf = Math.log(1 + (count - documentFrequency + 0.5) / (documentFrequency + 0.5));
    for (let at = 0; at < names.length;) {
      const name = names[at] ?? 0;
      let frequency = 0;
      for (; names[at] === name; at++) frequency++;
      const norm = 1 - b + (b * (this.lengths[name] ?? 0)) / averageLength;
      const score = idf * (d + (frequency * (k + 1)) / (frequency + k * norm));
      scores.set(name, (scores.get(name) ?? 0) + this.boost * score);
    }
  }
}
