/** Finds relations and types by parts of their ids, by words of their names in any order or others that mean the same, and by initials. */
import { isCommunity } from '../schema/domains';
import { UNUSED, type KbSchema } from '../schema/schema';
import { stem } from '../language/english/nouns';
import { QUESTION_OPENERS } from '../language/english/stop-words';
import { wordsAlike } from '../schema/synonyms';

export interface SchemaHit {
  readonly id: string;
  readonly kind: 'relation' | 'type';
}

/** The best first. Every word of the text must be met by a name, be it in its last part or in its owner. */
export function searchSchema(schema: KbSchema, text: string, most: number): readonly SchemaHit[] {
  const wanted = plainName(schema, text);
  const words = wordsIn(wanted).map(askedFor);
  if (!words.length) return [];
  const best: Ranked[] = [];
  for (const entry of entriesOf(schema)) {
    const rank = rankOf(entry, words);
    // To learn how much something is used its row must be read: that is for those alone that may be among the best.
    const worst = best[most - 1]?.rank ?? Infinity;
    if (rank === Infinity || rank - MOST_GAINED > worst) continue;
    keep(best, { entry, rank: rank - gainedByUse(schema, entry) }, most);
  }
  return best.map(({ entry: { id, kind } }) => ({ id, kind }));
}

/** The last word may still be on the way to another. */
function wordsIn(text: string): readonly string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return [
    ...new Set(words.filter((word, index) => index === words.length - 1 || !QUESTION_OPENERS.has(word))),
  ];
}

interface Word {
  readonly text: string;
  /** The text without the ending of a plural, where that differs. */
  readonly singular: string | undefined;
  /** Other words of the same meaning. */
  readonly alike: readonly string[];
}

function askedFor(text: string): Word {
  const singular = stem(text);
  return {
    text,
    singular: singular === text ? undefined : singular,
    alike: [...new Set([...wordsAlike(text), ...wordsAlike(singular)])],
  };
}

interface Ranked {
  readonly entry: Entry;
  readonly rank: number;
}

/** A single letter matches half of the schema, and sorting it all would take longer than finding it. */
function keep(best: Ranked[], found: Ranked, most: number): void {
  const worst = best[most - 1];
  if (worst && !comesBefore(found, worst)) return;
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = best[middle];
    if (there && comesBefore(there, found)) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, found);
  if (best.length > most) best.pop();
}

function comesBefore(left: Ranked, right: Ranked): boolean {
  return left.rank < right.rank || (left.rank === right.rank && left.entry.name < right.entry.name);
}

interface Entry extends SchemaHit {
  readonly name: string;
  /** Where the last part of the id begins. */
  readonly last: number;
  /** First letters of the words of the last part: `pob` for place_of_birth. */
  readonly initials: string;
  readonly remote: boolean;
}

const indexes = new WeakMap<KbSchema, readonly Entry[]>();

function entriesOf(schema: KbSchema): readonly Entry[] {
  let entries = indexes.get(schema);
  if (!entries) {
    entries = [
      ...[...schema.relationIds()].map((id) => entryOf(id, 'relation')),
      ...[...schema.typeIds()].map((id) => entryOf(id, 'type')),
    ];
    indexes.set(schema, entries);
  }
  return entries;
}

function entryOf(id: string, kind: SchemaHit['kind']): Entry {
  const name = id.toLowerCase();
  const last = Math.max(name.lastIndexOf('.'), name.lastIndexOf('/'), name.lastIndexOf('#')) + 1;
  const initials = initialsOf(name.slice(last));
  const remote = isCommunity(id) || id.startsWith('freebase.');
  return { id, kind, name, last, initials: initials.length > 1 ? initials : '', remote };
}

function initialsOf(name: string): string {
  // Nearly all names are so, and there are tens of thousands.
  const words = /^[a-z0-9_]*$/.test(name) ? name.split('_') : name.split(/[^\p{L}\p{N}]+/u);
  let initials = '';
  for (const word of words) initials += word.slice(0, 1);
  return initials;
}

/** What one word may match, from the best to the least. */
const EXACT = 0;
const STARTS_LAST = 1;
const STARTS_WORD_OF_LAST = 2;
const IS_OWNER = 2;
const IS_INITIALS = 3;
const STARTS_WORD = 4;
const INSIDE = 6;
/** Another word of the same meaning is a lesser match than the letters. */
const PLURAL = 0.25;
const MEANING = 1;
/** What the community made, and what Freebase keeps for itself, is found too, after the like of the commons. */
const REMOTE = 3;
/** What is used much comes before what is used little, by as much as two steps above. */
const PER_QUERY_LEVEL = 0.25;
const PER_FACT_LEVEL = 0.04;
const MOST_GAINED = 3;
/** Between equals the shorter name comes first. */
const PER_LETTER = 1 / 200;

function gainedByUse(schema: KbSchema, { id, kind }: Entry): number {
  const { queries, facts } = (kind === 'relation' ? schema.relation(id) : schema.type(id))?.use ?? UNUSED;
  return Math.min(MOST_GAINED, queries * PER_QUERY_LEVEL + facts * PER_FACT_LEVEL);
}

function rankOf(entry: Entry, words: readonly Word[]): number {
  let sum = 0;
  for (const word of words) {
    const rank = rankOfWord(entry, word);
    if (rank === Infinity) return rank;
    sum += rank;
  }
  if (words.length === 1 && words[0]?.text === entry.name) return -MOST_GAINED;
  return sum / words.length + (entry.remote ? REMOTE : 0) + entry.name.length * PER_LETTER;
}

function rankOfWord(entry: Entry, { text, singular, alike }: Word): number {
  let best = rankOfLetters(entry, text);
  if (singular !== undefined && best > PLURAL) best = Math.min(best, rankOfLetters(entry, singular) + PLURAL);
  for (const other of alike) {
    if (best <= MEANING) break;
    best = Math.min(best, rankOfMeaning(entry, other) + MEANING);
  }
  return best;
}

/** A word that nobody typed counts only as a whole, be it in the plural. */
function rankOfMeaning({ name, last }: Entry, word: string): number {
  let best = Infinity;
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isWhole = !isLetterOrDigit(name.charCodeAt(name[end] === 's' ? end + 1 : end));
    if (!isWhole || (at > 0 && isLetterOrDigit(name.charCodeAt(at - 1)))) continue;
    best = Math.min(best, at < last ? STARTS_WORD : at > last ? STARTS_WORD_OF_LAST : STARTS_LAST);
  }
  return best;
}

function rankOfLetters({ name, last, initials }: Entry, word: string): number {
  // From the end, because the last part counts most.
  let at = name.lastIndexOf(word);
  if (at < 0) return initials.startsWith(word) && word.length > 1 ? IS_INITIALS : Infinity;
  let best = INSIDE;
  for (; at >= 0 && best > STARTS_LAST; at = at > 0 ? name.lastIndexOf(word, at - 1) : -1) {
    const starts = at === 0 || !isLetterOrDigit(name.charCodeAt(at - 1));
    if (at === last) best = Math.min(best, word.length === name.length - last ? EXACT : STARTS_LAST);
    else if (starts && at > last) best = Math.min(best, STARTS_WORD_OF_LAST);
    else if (starts) best = Math.min(best, name[at + word.length] === '.' ? IS_OWNER : STARTS_WORD);
  }
  if (best > IS_INITIALS && word.length > 1 && initials.startsWith(word)) return IS_INITIALS;
  return best;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
}

/** A name as it stands in a query, with its prefix or in angle brackets, is searched for without them. */
function plainName(schema: KbSchema, text: string): string {
  const bare = text.trim().replace(/^<|>$/g, '');
  const id = schema.idOf(bare);
  if (id !== undefined) return id;
  return bare.replace(/^[\p{L}][\p{L}\p{N}_-]*:(?!\/\/)/u, '').replace(/^:/, '');
}
