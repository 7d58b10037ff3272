/** Aligns the words of a question with those of names: each word is paired with the most similar one. */
import { WordSimilarity } from './word-similarity';
import type { SchemaName } from './schema-names';
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

/** Names have numbers in the order in which they are added. */
export class Alignment {
  private readonly similarity: WordSimilarity;
  /** The words of all names, each once, and their indexes by stem. */
  private readonly words: StemmedWord[] = [];
  private readonly indexes = new Map<string, number>();
  private readonly own = new IndexLists();
  private readonly owner = new IndexLists();
  private readonly range = new IndexLists();
  private computedWeights: Float32Array | undefined;

  constructor(vectors: WordVectors | undefined) {
    this.similarity = new WordSimilarity(this.words, vectors);
  }

  /** All names must be added before the first question. */
  add({ own, owner, range }: SchemaName): void {
    const indexOf = (token: StemmedWord): number => this.indexOf(token);
    this.own.add(own.map(indexOf));
    this.owner.add(owner.map(indexOf));
    this.range.add(range.map(indexOf));
  }

  private indexOf(token: StemmedWord): number {
    let index = this.indexes.get(token.stem);
    if (index === undefined) {
      this.indexes.set(token.stem, (index = this.words.length));
      this.words.push(token);
    }
    return index;
  }

  /** Prepares some word vectors. Returns whether there are more. */
  warm(): boolean {
    return this.similarity.warm();
  }

  private get weights(): Float32Array {
    return (this.computedWeights ??= weightsOf(this.own, this.words.length));
  }

  /** Returns a function that aligns a name, by its number. It returns the same object each time. */
  alignWith(
    question: readonly StemmedWord[],
    emphasis: ReadonlySet<string>,
  ): (name: number) => NameAlignment {
    const rows = question.map((token) => this.similarity.row(token));
    const weights = question.map((token) => this.weightOf(token) * (emphasis.has(token.stem) ? EMPHASIS : 1));
    const totalWeight = weights.reduce((sum, weight) => sum + weight, 0) || 1;
    const result: NameAlignment = { covered: 0, asked: 0 };
    return (name) => {
      let covered = 0;
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at];
        if (!row) continue;
        const similarity = Math.max(
          maxSimilarity(row, this.own, name),
          WEIGHT_OF_OWNER * maxSimilarity(row, this.owner, name),
          WEIGHT_OF_RANGE * maxSimilarity(row, this.range, name),
        );
        covered += (weights[at] ?? 0) * similarity;
      }
      result.covered = covered / totalWeight;
      result.asked = this.askedShare(rows, name);
      return result;
    };
  }

  private askedShare(rows: readonly Float32Array[], name: number): number {
    const { weights } = this;
    const { starts, items } = this.own;
    let [totalWeight, asked] = [0, 0];
    for (let at = starts[name] ?? 0, end = starts[name + 1] ?? 0; at < end; at++) {
      const index = items[at] ?? 0;
      const weight = weights[index] ?? 0;
      let highest = 0;
      for (const row of rows) {
        const similarity = row[index] ?? 0;
        if (similarity > highest) highest = similarity;
      }
      totalWeight += weight;
      asked += weight * highest;
    }
    return totalWeight ? asked / totalWeight : 0;
  }

  /** A word that is in no name weighs as much as one in a single name. */
  private weightOf({ stem }: StemmedWord): number {
    const index = this.indexes.get(stem);
    return index === undefined ? 1 : (this.weights[index] ?? 1);
  }
}

function maxSimilarity(row: Float32Array, { starts, items }: IndexLists, name: number): number {
  let highest = 0;
  for (let at = starts[name] ?? 0, end = starts[name + 1] ?? 0; at < end; at++) {
    const similarity = row[items[at] ?? 0] ?? 0;
    if (similarity > highest) highest = similarity;
  }
  return highest;
}

/** Lists of word indexes in one array: there are tens of thousands, and each question reads them all. */
class IndexLists {
  readonly starts: number[] = [0];
  readonly items: number[] = [];

  add(list: readonly number[]): void {
    this.items.push(...list);
    this.starts.push(this.items.length);
  }
}

/** From 0.3 for the most frequent words to nearly 1 for a word in a single name. */
function weightsOf({ starts, items }: IndexLists, words: number): Float32Array {
  const counts = new Float32Array(words);
  for (const index of items) counts[index] = (counts[index] ?? 0) + 1;
  const max = Math.log(starts.length);
  return counts.map((count) => Math.max(0.3, 1 - Math.log(1 + count) / max));
}
