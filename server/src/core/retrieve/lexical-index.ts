/** Names found by the words that they have in common with a question, the rarer the better (BM25). */
import MiniSearch from 'minisearch';
import { meaningOf } from '../kb/synonyms';
import type { NamedThing } from './named-thing';
import type { Token } from './question-tokens';

const BOOST = { own: 2, owner: 0.7, range: 0.8 };
/** A word that only means the same. */
const SYNONYM = 0.5;

export class LexicalIndex {
  private readonly search = new MiniSearch({
    fields: ['own', 'owner', 'range'],
    tokenize: (text) => (text ? text.split(' ') : []),
    processTerm: (term) => term,
    searchOptions: {
      boost: BOOST,
      boostTerm: (term) => (term.startsWith('=') ? SYNONYM : 1),
    },
  });

  /** Its number is how many were added before it. */
  add({ own, owner, range }: NamedThing): void {
    const id = this.search.documentCount;
    this.search.add({ id, own: termsOf(own), owner: termsOf(owner), range: termsOf(range) });
  }

  /** By the number of the thing: 0 to 1, the best of all having 1. Those that have nothing in common with it are left out. */
  scores(question: readonly Token[]): ReadonlyMap<number, number> {
    const found = this.search.search(termsOf(question));
    const best = found[0]?.score ?? 1;
    return new Map(found.map(({ id, score }) => [id as number, score / best]));
  }
}

/** "movie" also meets "film". */
function termsOf(tokens: readonly Token[]): string {
  return tokens
    .flatMap(({ stem }) => {
      const meaning = meaningOf(stem);
      return meaning === undefined ? [stem] : [stem, `=${meaning}`];
    })
    .join(' ');
}
