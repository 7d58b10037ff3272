/** Aligns the words of a question with those of names: each word is paired with the most similar one. */
import { WordSimilarity, type SimilarityRow } from './word-similarity';
import type { IndexedNames, NumberLists } from './indexed-names';
import type { StemmedWord } from '../../language/english/words';
import type { WordVectors } from './retrieval';

const WEIGHT_OF_OWNER = 0.5;
const WEIGHT_OF_RANGE = 0.6;
/** The factor for emphasized words of the question. */
const EMPHASIS = 3;

export interface NameAlignment {
  /** The share of the question that the name covers, between 0 and 1. */
  covered: number;
  /** The share of the name that the question covers, between 0 and 1. */
  asked: number;
}

/** All names must be added before the first question. */
export class Alignment {
  private readonly similarity: WordSimilarity;
  private computedWeights: Float32Array | undefined;

  constructor(
    private readonly names: IndexedNames,
    vectors: WordVectors | undefined,
  ) {
    this.similarity = new WordSimilarity(names.words, vectors);
  }

  /** Loads the vectors of words. */
  warm(words: Iterable<number>): void {
    for (const word of words) this.similarity.vectorAt(word);
  }

  private get weights(): Float32Array {
    return (this.computedWeights ??= weightsOf(this.names.own, this.names.words.length));
  }

  /** Returns a function that aligns a name, by its number. It returns the same object each time. */
  alignWith(
    question: readonly StemmedWord[],
    emphasis: ReadonlySet<string>,
  ): (name: number) => NameAlignment {
    const { own, owner, range } = this.names;
    const rows = question.map((token) => this.similarity.row(token));
    const weights = question.map((token) => this.weightOf(token) * (emphasis.has(token.stem) ? EMPHASIS : 1));
    const totalWeight = weights.reduce((sum, weight) => sum + weight, 0) || 1;
    const result: NameAlignment = { covered: 0, asked: 0 };
    const isSimilar = this.similarTo(rows);
    return (name) => {
      result.covered = result.asked = 0;
      // Most names have no word that is similar to one of the question.
      if (
        !hasSome(own, name, isSimilar) &&
        !hasSome(owner, name, isSimilar) &&
        !hasSome(range, name, isSimilar)
      )
        return result;
      let covered = 0;
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at];
        if (!row) continue;
        const similarity = Math.max(
          maxSimilarity(row, own, name),
          WEIGHT_OF_OWNER * maxSimilarity(row, owner, name),
          WEIGHT_OF_RANGE * maxSimilarity(row, range, name),
        );
        covered += (weights[at] ?? 0) * similarity;
      }
      result.covered = covered / totalWeight;
      result.asked = this.askedShare(rows, name);
      return result;
    };
  }

  /** Returns a predicate: whether a word is similar to one of the question. */
  private similarTo(rows: readonly SimilarityRow[]): (word: number) => boolean {
    /** For each word 1 or -1, or 0 if it is not known yet. */
    const known = new Int8Array(this.names.words.length);
    return (word) => {
      if (!known[word]) known[word] = rows.some((row) => row.of(word) > 0) ? 1 : -1;
      return known[word] === 1;
    };
  }

  private askedShare(rows: readonly SimilarityRow[], name: number): number {
    const { weights } = this;
    const { starts, items } = this.names.own;
    let [totalWeight, asked] = [0, 0];
    for (let at = starts[name] ?? 0, end = starts[name + 1] ?? 0; at < end; at++) {
      const index = items[at] ?? 0;
      const weight = weights[index] ?? 0;
      let highest = 0;
      for (const row of rows) {
        const similarity = row.of(index);
        if (similarity > highest) highest = similarity;
      }
      totalWeight += weight;
      asked += weight * highest;
    }
    return totalWeight ? asked / totalWeight : 0;
  }

  /** A word that is in no name weighs as much as one in a single name. */
  private weightOf({ stem }: StemmedWord): number {
    const index = this.names.numberOf(stem);
    return index === undefined ? 1 : (this.weights[index] ?? 1);
  }
}

function hasSome({ starts, items }: NumberLists, name: number, test: (word: number) => boolean): boolean {
  for (let at = starts[name] ?? 0, end = starts[name + 1] ?? 0; at < end; at++)
    if (test(items[at] ?? 0)) return true;
  return false;
}

function maxSimilarity(row: SimilarityRow, { starts, items }: NumberLists, name: number): number {
  let highest = 0;
  for (let at = starts[name] ?? 0, end = starts[name + 1] ?? 0; at < end; at++) {
    const similarity = row.of(items[at] ?? 0);
    if (similarity > highest) highest = similarity;
  }
  return highest;
}

/** From 0.3 for the most frequent words to nearly 1 for a word in a single name. */
function weightsOf({ starts, items }: NumberLists, words: number): Float32Array {
  const counts = new Float32Array(words);
  for (const index of items) counts[index] = (counts[index] ?? 0) + 1;
  const max = Math.log(starts.length);
  return counts.map((count) => Math.max(0.3, 1 - Math.log(1 + count) / max));
}
