/** What a question says about the query that answers it: its words, and what kind of answer it wants. */
import { meaningOf, stem } from '../schema/synonyms';
import { beginAlike } from '../schema/inference/words';
import { wantedBy, type Wanted } from './retrieval/question-focus';
import { EMPTY_WORDS, leadsTo } from './question-words';

export interface Question {
  /** Without their plurals, each once, and without those that every question has. */
  readonly words: readonly string[];
  readonly wanted: Wanted | undefined;
  /** The question with nothing but letters and digits, a space between words. */
  readonly plain: string;
}

export function questionOf(text: string): Question {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const words = [...new Set(plain.split(' ').map(stem))].filter((word) => word && !EMPTY_WORDS.has(word));
  return { words, wanted: wantedBy(plain), plain };
}

/** The question without the names of what it asks about: `Michael Jordan` says nothing of the relation. */
export function withoutNames({ words, plain, wanted }: Question, names: Iterable<string>): Question {
  const taken = new Set<string>();
  for (const name of names) {
    const { plain: called } = questionOf(name);
    const own = called.split(' ').map(stem);
    const whole = called !== '' && ` ${plain} `.includes(` ${called} `);
    // A part of a name may stand for the whole, but only where it is no word that asks for something.
    for (const word of own) if (whole || !isTelling(word)) taken.add(word);
  }
  const left = words.filter((word) => !taken.has(word));
  return { words: left.length ? left : words, wanted, plain };
}

function isTelling(word: string): boolean {
  return meaningOf(word) !== undefined || EMPTY_WORDS.has(word);
}

/** How much a word of the question speaks for a word of a name: 0 to 1. */
export function speaksFor(word: string, nameWord: string): number {
  if (word === nameWord) return 1;
  const meaning = meaningOf(word);
  if (meaning !== undefined && meaning === meaningOf(nameWord)) return 0.8;
  if (beginAlike(word, nameWord) || sameRoot(word, nameWord)) return 0.8;
  return leadsTo(word, nameWord) ? 0.6 : 0;
}

/** `invented` and `invention` */
function sameRoot(one: string, other: string): boolean {
  let common = 0;
  while (common < one.length && one[common] === other[common]) common++;
  return common >= 5 && common >= Math.min(one.length, other.length) - 3;
}
