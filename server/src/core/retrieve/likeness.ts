/** How much a word of a question speaks for a word of a name: by the house's lexicon, and by vectors where it says nothing. */
import { speaksFor } from '../repair/search/question';
import type { Token } from './question-tokens';
import type { WordVectors } from './retrieval';
import { cosine } from './word-vectors';

/** Below this two words have nothing in common that could be told from chance. */
const CHANCE = 0.3;
/** What vectors say counts less than what the lexicon says: "north" and "south" are near each other, too. */
const MOST_BY_VECTORS = 0.75;
/** They ask for a kind of answer; what stands near them in texts says nothing. */
const ASKING = new Set(['who', 'where', 'when', 'how', 'from', 'first', 'last', 'not', 'no']);

/** 0 to 1. */
export function likenessOf(left: Token, right: Token, vectors: WordVectors | undefined): number {
  const said = speaksFor(left.stem, right.stem);
  return said >= MOST_BY_VECTORS || !vectors ? said : Math.max(said, byVectors(left, right, vectors));
}

function byVectors(left: Token, right: Token, vectors: WordVectors): number {
  if (ASKING.has(left.stem) || ASKING.has(right.stem)) return 0;
  const [one, other] = [vectorOf(left, vectors), vectorOf(right, vectors)];
  if (!one || !other) return 0;
  return (MOST_BY_VECTORS * Math.max(0, cosine(one, other) - CHANCE)) / (1 - CHANCE);
}

function vectorOf({ word, stem }: Token, vectors: WordVectors): Float32Array | undefined {
  return vectors.vector(word) ?? vectors.vector(stem);
}
