/** The similarity of a word of a question to a word of a name: from the lexicon, and from word vectors where it has no entry. */
import { speaksFor } from '../related-words';
import type { StemmedWord } from '../../language/english/words';
import type { WordVectors } from './retrieval';
import { cosine } from './word-vectors';

/** Below this two words have nothing in common that could be told from chance. */
const CHANCE = 0.3;
/** Of thousands of words, more are near another by chance. */
const CHANCE_OF_MANY = 0.35;
/** What vectors say counts less than what the lexicon says: "north" and "south" are near each other, too. */
const MOST_BY_VECTORS = 0.75;
/** They ask for a kind of answer; what stands near them in texts says nothing. */
const ASKING = new Set(['who', 'where', 'when', 'how', 'from', 'first', 'last', 'not', 'no']);
/** Vectors that are made in one piece of work. */
const PIECE = 200;
/** Words of questions come again and again. */
const MOST_REMEMBERED = 300;

/** 0 to 1. */
export function wordSimilarity(
  left: StemmedWord,
  right: StemmedWord,
  vectors: WordVectors | undefined,
): number {
  const said = speaksFor(left.stem, right.stem);
  if (said >= MOST_BY_VECTORS || !vectors || left.stem === right.stem) return said;
  return Math.max(said, byVectors(vectorOf(left, vectors), vectorOf(right, vectors), CHANCE));
}

/** The same of one word and many. */
export class WordSimilarity {
  private readonly rows = new Map<string, Float32Array>();
  /** Vectors of the words, as far as they are made. */
  private readonly others: (Float32Array | undefined)[] = [];

  constructor(
    private readonly words: readonly StemmedWord[],
    private readonly vectors: WordVectors | undefined,
  ) {}

  /** In the order of the words. */
  row(token: StemmedWord): Float32Array {
    const known = this.rows.get(token.word);
    if (known) {
      this.rows.delete(token.word);
      this.rows.set(token.word, known);
      return known;
    }
    const row = this.work(token);
    const [oldest] = this.rows.keys();
    if (this.rows.size >= MOST_REMEMBERED && oldest !== undefined) this.rows.delete(oldest);
    this.rows.set(token.word, row);
    return row;
  }

  /** Makes the vectors of some words more; whether there may be others. */
  warm(): boolean {
    const { vectors, words, others } = this;
    if (!vectors) return false;
    for (const word of words.slice(others.length, others.length + PIECE))
      others.push(vectorOf(word, vectors));
    return others.length < words.length;
  }

  private work(token: StemmedWord): Float32Array {
    const { vectors } = this;
    const vector = vectors && vectorOf(token, vectors);
    if (vector) while (this.warm());
    return Float32Array.from(this.words, (word, at) => {
      const said = speaksFor(token.stem, word.stem);
      return said >= MOST_BY_VECTORS || !vector
        ? said
        : Math.max(said, byVectors(vector, this.others[at], CHANCE_OF_MANY));
    });
  }
}

function byVectors(left: Float32Array | undefined, right: Float32Array | undefined, chance: number): number {
  if (!left || !right) return 0;
  return (MOST_BY_VECTORS * Math.max(0, cosine(left, right) - chance)) / (1 - chance);
}

function vectorOf({ word, stem }: StemmedWord, vectors: WordVectors): Float32Array | undefined {
  return ASKING.has(stem) ? undefined : (vectors.vector(word) ?? vectors.vector(stem));
}
