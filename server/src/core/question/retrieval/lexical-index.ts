/**
 * Finds names by the words that they share with a question. It scores like MiniSearch (BM25+, times the number of matched
 * words), but its lists of numbers are built much faster for tens of thousands of names.
 */
import { synonymSetOf } from '../../schema/synonyms';
import { addToList } from '../../language/text/multimap';
import type { IndexedNames, NumberLists } from './indexed-names';
import type { StemmedWord } from '../../language/english/words';

const BOOST = { own: 2, owner: 0.7, range: 0.8 };
/** The weight of a synonym. */
const SYNONYM = 0.5;
/** The parameters of BM25+: saturation of term frequency, normalization by length, and minimum score of a term. */
const BM25 = { k: 1.2, b: 0.7, d: 0.5 };

/** A word of a question, or a set of synonyms: "movie" matches "film". */
interface Term {
  /** The words of names that match, by their numbers. */
  readonly words: readonly number[];
  readonly weight: number;
}

/** All names must be added before the first question. */
export class LexicalIndex {
  private built:
    | { readonly fields: readonly Field[]; readonly synonyms: ReadonlyMap<number, Term> }
    | undefined;

  constructor(private readonly names: IndexedNames) {}

  /** Scores between 0 and 1 by the number of the name; the best has 1. Names without a common word are omitted. */
  scores(question: readonly StemmedWord[]): ReadonlyMap<number, number> {
    const { fields, synonyms } = (this.built ??= this.build());
    const scores = new Map<number, number>();
    const matchCounts = new Map<number, number>();
    const seen = new Set<Term>();
    for (const term of question.flatMap(({ stem }) => this.termsFor(stem, synonyms))) {
      const termScores = new Map<number, number>();
      for (const field of fields) field.score(term.words, termScores);
      for (const [name, score] of termScores) {
        scores.set(name, (scores.get(name) ?? 0) + score * term.weight);
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

  private termsFor(stem: string, synonyms: ReadonlyMap<number, Term>): readonly Term[] {
    const word = this.names.numberOf(stem);
    const synonym = synonyms.get(synonymSetOf(stem) ?? -1);
    return [...(word === undefined ? [] : [{ words: [word], weight: 1 }]), ...(synonym ? [synonym] : [])];
  }

  private build(): NonNullable<typeof this.built> {
    const { words, own, owner, range } = this.names;
    const sets = Int32Array.from(words, ({ stem }) => synonymSetOf(stem) ?? -1);
    const wordsBySet = new Map<number, number[]>();
    for (const [word, set] of sets.entries()) if (set >= 0) addToList(wordsBySet, set, word);
    return {
      fields: [
        new Field(own, sets, BOOST.own),
        new Field(owner, sets, BOOST.owner),
        new Field(range, sets, BOOST.range),
      ],
      synonyms: new Map([...wordsBySet].map(([set, members]) => [set, { words: members, weight: SYNONYM }])),
    };
  }
}

/** An inverted index of one part of the names. */
class Field {
  /** The names with each word, repeated for each occurrence: those of word n are from `starts[n]` to `starts[n + 1]`. */
  private readonly names: Int32Array;
  private readonly starts: Int32Array;
  /** The number of different terms of each name. */
  private readonly lengths: Int32Array;
  private readonly averageLength: number;

  constructor(
    lists: NumberLists,
    sets: Int32Array,
    private readonly boost: number,
  ) {
    const { items, size } = lists;
    this.starts = new Int32Array(sets.length + 1);
    for (const word of items) this.starts[word + 1] = (this.starts[word + 1] ?? 0) + 1;
    for (let word = 0; word < sets.length; word++)
      this.starts[word + 1] = (this.starts[word + 1] ?? 0) + (this.starts[word] ?? 0);
    this.names = new Int32Array(items.length);
    this.lengths = new Int32Array(size);
    const ends = this.starts.slice();
    let totalLength = 0;
    for (let name = 0; name < size; name++) {
      const start = lists.starts[name] ?? 0;
      const end = lists.starts[name + 1] ?? 0;
      let length = 0;
      for (let at = start; at < end; at++) {
        const word = items[at] ?? 0;
        const next = ends[word] ?? 0;
        this.names[next] = name;
        ends[word] = next + 1;
        length += newTerms(items, start, at, sets);
      }
      this.lengths[name] = length;
      totalLength += length;
    }
    this.averageLength = totalLength / size;
  }

  /** Adds the score of a term to the names that have one of its words. */
  score(words: readonly number[], scores: Map<number, number>): void {
    const names = this.namesWith(words);
    const { k, b, d } = BM25;
    const count = this.lengths.length;
    let documentFrequency = 0;
    for (let at = 0; at < names.length; at++) if (names[at] !== names[at - 1]) documentFrequency++;
    const idf = Math.log(1 + (count - documentFrequency + 0.5) / (documentFrequency + 0.5));
    for (let at = 0; at < names.length;) {
      const name = names[at] ?? 0;
      let frequency = 0;
      for (; names[at] === name; at++) frequency++;
      const norm = 1 - b + (b * (this.lengths[name] ?? 0)) / this.averageLength;
      const score = idf * (d + (frequency * (k + 1)) / (frequency + k * norm));
      scores.set(name, (scores.get(name) ?? 0) + this.boost * score);
    }
  }

  /** Sorted, and repeated for each occurrence. */
  private namesWith(words: readonly number[]): Int32Array {
    const lists = words.map((word) => this.names.subarray(this.starts[word], this.starts[word + 1]));
    const [only, ...more] = lists;
    if (only && !more.length) return only;
    const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const list of lists) {
      all.set(list, at);
      at += list.length;
    }
    return all.sort();
  }
}

/** How many terms of a word are not those of a word before it in the name: the word itself, and its set of synonyms. */
function newTerms(items: readonly number[], start: number, at: number, sets: Int32Array): number {
  const word = items[at] ?? 0;
  const set = sets[word] ?? -1;
  let isNewWord = 1;
  let isNewSet = set < 0 ? 0 : 1;
  for (let before = start; before < at; before++) {
    const other = items[before] ?? 0;
    if (other === word) isNewWord = 0;
    if (sets[other] === set) isNewSet = 0;
  }
  return isNewWord + isNewSet;
}
