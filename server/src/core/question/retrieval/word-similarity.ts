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
/** Vectors that are looked up in one step. */
const STEP_SIZE = 200;
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

/** The similarities of a word to many words, cached. */
export class WordSimilarity {
  private readonly rows = new Map<string, Float32Array>();
  /** The vectors of the first words, as far as they are looked up. */
  private readonly wordVectors: (Float32Array | undefined)[] = [];

  constructor(
    private readonly words: readonly StemmedWord[],
    private readonly vectors: WordVectors | undefined,
  ) {}

  /** The similarities in the order of the words. */
  row(token: StemmedWord): Float32Array {
    const cached = this.rows.get(token.word);
    const row = cached ?? this.computeRow(token);
    if (cached) this.rows.delete(token.word);
    const [oldest] = this.rows.keys();
    if (this.rows.size >= MAX_CACHED_ROWS && oldest !== undefined) this.rows.delete(oldest);
    this.rows.set(token.word, row);
    return row;
  }

  /** Looks up the vectors of some more words. Returns whether there are more. */
  warm(): boolean {
    const { vectors, words, wordVectors } = this;
    if (!vectors) return false;
    for (const word of words.slice(wordVectors.length, wordVectors.length + STEP_SIZE))
      wordVectors.push(vectorOf(word, vectors));
    return wordVectors.length < words.length;
  }

  private computeRow(token: StemmedWord): Float32Array {
    const { vectors } = this;
    const vector = vectors && vectorOf(token, vectors);
    if (vector) while (this.warm());
    return Float32Array.from(this.words, (word, at) => {
      const byLexicon = relatedness(token.stem, word.stem);
      return byLexicon >= MAX_BY_VECTORS || !vector
        ? byLexicon
        : Math.max(byLexicon, byVectors(vector, this.wordVectors[at], MIN_COSINE_AMONG_MANY));
    });
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
