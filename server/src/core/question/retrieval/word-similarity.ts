/** The similarity of a word of a question to a word of a name: from the lexicon, and from word vectors where it has no entry. */
import { relatedness } from '../related-words';
import type { StemmedWord } from '../../language/english/words';
import type { WordVectors } from './retrieval';
import { cosine } from './word-vectors';

/** A lower cosine is not distinguishable from chance. */
const MIN_COSINE = 0.3;
/** Among thousands of words, more are similar by chance. */
const MIN_COSINE_AMONG_MANY = 0.35;
/** Vectors count less than the lexicon, because "north" and "south" have similar vectors, too. */
const MAX_BY_VECTORS = 0.75;
/** The vectors of these words are not informative. */
const WITHOUT_VECTOR = new Set(['who', 'where', 'when', 'how', 'from', 'first', 'last', 'not', 'no']);
/** Words of questions whose similarities are cached. */
const MAX_CACHED_ROWS = 300;

/** Between 0 and 1. */
export function wordSimilarity(
  left: StemmedWord,
  right: StemmedWord,
  vectors: WordVectors | undefined,
): number {
  const byLexicon = relatedness(left.stem, right.stem);
  if (byLexicon >= MAX_BY_VECTORS || !vectors || left.stem === right.stem) return byLexicon;
  return Math.max(byLexicon, byVectors(vectorOf(left, vectors), vectorOf(right, vectors), MIN_COSINE));
}

/** The similarities of words of questions to many words. */
export class WordSimilarity {
  private readonly rows = new Map<string, SimilarityRow>();
  private readonly wordVectors: (Float32Array | null)[] = [];

  constructor(
    private readonly words: readonly StemmedWord[],
    private readonly vectors: WordVectors | undefined,
  ) {}

  /** The similarities to the words, by their index. */
  row(token: StemmedWord): SimilarityRow {
    const cached = this.rows.get(token.word);
    const row = cached ?? this.createRow(token);
    if (cached) this.rows.delete(token.word);
    const [oldest] = this.rows.keys();
    if (this.rows.size >= MAX_CACHED_ROWS && oldest !== undefined) this.rows.delete(oldest);
    this.rows.set(token.word, row);
    return row;
  }

  /** The vector of a word by its index, cached. */
  vectorAt(index: number): Float32Array | undefined {
    const { words, vectors, wordVectors } = this;
    const cached = wordVectors[index];
    if (cached !== undefined) return cached ?? undefined;
    const word = words[index];
    const vector = word && vectors && vectorOf(word, vectors);
    wordVectors[index] = vector ?? null;
    return vector;
  }

  private createRow(token: StemmedWord): SimilarityRow {
    const { words, vectors } = this;
    const vector = vectors && vectorOf(token, vectors);
    return new SimilarityRow(words.length, (index) => {
      const byLexicon = relatedness(token.stem, words[index]?.stem ?? '');
      return byLexicon >= MAX_BY_VECTORS || !vector
        ? byLexicon
        : Math.max(byLexicon, byVectors(vector, this.vectorAt(index), MIN_COSINE_AMONG_MANY));
    });
  }
}

/** Each similarity is computed on first use, because most words are only in names that are never ranked. */
export class SimilarityRow {
  private readonly values: Float32Array;

  constructor(
    size: number,
    private readonly compute: (index: number) => number,
  ) {
    this.values = new Float32Array(size).fill(-1);
  }

  of(index: number): number {
    const value = this.values[index] ?? 0;
    if (value >= 0) return value;
    this.values[index] = this.compute(index);
    return this.values[index] ?? 0;
  }
}

function byVectors(
  left: Float32Array | undefined,
  right: Float32Array | undefined,
  minCosine: number,
): number {
  if (!left || !right) return 0;
  return (MAX_BY_VECTORS * Math.max(0, cosine(left, right) - minCosine)) / (1 - minCosine);
}

function vectorOf({ word, stem }: StemmedWord, vectors: WordVectors): Float32Array | undefined {
  return WITHOUT_VECTOR.has(stem) ? undefined : (vectors.vector(word) ?? vectors.vector(stem));
}
