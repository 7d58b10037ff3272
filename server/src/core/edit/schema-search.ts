import { firstIndex } from '../language/text/binary-search';
import { memoizeWeak } from '../language/text/cache';
import { JoinedTexts } from '../language/text/joined-texts';
import { isCommunity } from '../schema/domain-index';
import { UNUSED, type KbSchema } from '../schema/schema';
import { stem } from '../language/english/nouns';
import { QUESTION_OPENERS } from '../language/english/stop-words';
import { findSynonyms } from '../schema/synonyms';

export interface SchemaHit {
  readonly id: string;
  readonly kind: 'relation' | 'type';
}

/**
 * Finds relations and types by parts of their ids, by words or synonyms in any order, and by initials. The best come
 * first. Every word of the text must match.
 */
export function searchSchema(schema: KbSchema, text: string, limit: number): readonly SchemaHit[] {
  const words = splitWords(withoutPrefix(schema, text)).map(toSearchWord);
  const best: RankedEntry[] = [];
  for (const entry of entriesWith(words[0], indexOf(schema))) {
    const rank = rankOf(entry, words);
    // Usage requires decoding the row, so it is only read for entries that can be among the best.
    const worst = best[limit - 1]?.rank ?? Infinity;
    if (rank === Infinity || rank - MAX_USAGE_BONUS > worst) continue;
    insertSorted(best, { entry, rank: rank - usageBonus(schema, entry) }, limit);
  }
  return best.map(({ entry: { id, kind } }) => ({ id, kind }));
}

/** Drops question words such as "who", but not the last word, which may be incomplete. */
function splitWords(text: string): readonly string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return [
    ...new Set(words.filter((word, index) => index === words.length - 1 || !QUESTION_OPENERS.has(word))),
  ];
}

interface SearchWord {
  readonly text: string;
  /** The stem, if it differs from the text. */
  readonly singular: string | undefined;
  readonly synonyms: readonly string[];
}

function toSearchWord(text: string): SearchWord {
  const singular = stem(text);
  return {
    text,
    singular: singular === text ? undefined : singular,
    synonyms: [...new Set([...findSynonyms(text), ...findSynonyms(singular)])],
  };
}

interface RankedEntry {
  readonly entry: Entry;
  readonly rank: number;
}

/** Keeps only the best entries: a single letter matches half of the schema, and sorting all of it would be slow. */
function insertSorted(best: RankedEntry[], candidate: RankedEntry, limit: number): void {
  const worst = best[limit - 1];
  if (worst && !comesBefore(candidate, worst)) return;
  const at = firstIndex(best.length, (index) => comesBefore(best[index] as RankedEntry, candidate));
  best.splice(at, 0, candidate);
  if (best.length > limit) best.pop();
}

function comesBefore(left: RankedEntry, right: RankedEntry): boolean {
  return left.rank < right.rank || (left.rank === right.rank && left.entry.name < right.entry.name);
}

interface Entry extends SchemaHit {
  readonly name: string;
  /** The offset of the last part of the id. */
  readonly last: number;
  /** The initials of the last part: `pob` for place_of_birth. */
  readonly initials: string;
  /** Whether it belongs to a community domain, or to Freebase itself. */
  readonly remote: boolean;
}

interface SearchIndex {
  readonly entries: readonly Entry[];
  readonly names: JoinedTexts;
  readonly initials: JoinedTexts;
}

const indexOf = memoizeWeak((schema: KbSchema): SearchIndex => {
  const entries = [
    ...Array.from(schema.relationIds(), (id) => entryOf(id, 'relation')),
    ...Array.from(schema.typeIds(), (id) => entryOf(id, 'type')),
  ];
  return {
    entries,
    names: new JoinedTexts(entries.map(({ name }) => name)),
    initials: new JoinedTexts(entries.map(({ initials }) => initials)),
  };
});

/** The entries that may match a word, in their order. */
function entriesWith(
  word: SearchWord | undefined,
  { entries, names, initials }: SearchIndex,
): readonly Entry[] {
  if (!word) return [];
  const marks = new Uint8Array(entries.length);
  const own = [word.text, ...(word.singular === undefined ? [] : [word.singular])];
  for (const part of [...own, ...word.synonyms]) markTexts(names, part, marks);
  for (const part of own) markTexts(initials, part, marks);
  const found: Entry[] = [];
  for (let at = marks.indexOf(1); at >= 0; at = marks.indexOf(1, at + 1)) {
    const entry = entries[at];
    if (entry) found.push(entry);
  }
  return found;
}

/** Marks the texts that contain a word. Words contain no white space, so no match extends over two texts. */
function markTexts(texts: JoinedTexts, word: string, marks: Uint8Array): void {
  const { joined } = texts;
  for (let at = joined.indexOf(word); at >= 0; at = joined.indexOf(word, texts.endAfter(at)))
    marks[texts.numberAt(at)] = 1;
}

function entryOf(id: string, kind: SchemaHit['kind']): Entry {
  const name = id.toLowerCase();
  const last = Math.max(name.lastIndexOf('.'), name.lastIndexOf('/'), name.lastIndexOf('#')) + 1;
  const initials = initialsOf(name.slice(last));
  const remote = isCommunity(id) || id.startsWith('freebase.');
  return { id, kind, name, last, initials: initials.length > 1 ? initials : '', remote };
}

function initialsOf(name: string): string {
  // The simple split is faster, and almost all of the many names allow it.
  const words = /^[a-z0-9_]*$/.test(name) ? name.split('_') : name.split(/[^\p{L}\p{N}]+/u);
  let initials = '';
  for (const word of words) initials += word.slice(0, 1);
  return initials;
}

/** The ranks of the ways in which a word can match; lower is better. */
const EXACT = 0;
const STARTS_LAST = 1;
const STARTS_WORD_OF_LAST = 2;
const IS_OWNER = 2;
const IS_INITIALS = 3;
const STARTS_WORD = 4;
const INSIDE = 6;
/** Added for a match by stem or synonym. */
const STEM_PENALTY = 0.25;
const SYNONYM_PENALTY = 1;
/** Added for community domains and the domains of Freebase itself. */
const REMOTE_PENALTY = 3;
/** Subtracted for usage, up to a limit. */
const PER_QUERY_LEVEL = 0.25;
const PER_FACT_LEVEL = 0.04;
const MAX_USAGE_BONUS = 3;
/** Shorter names come first. */
const PER_LETTER = 1 / 200;

function usageBonus(schema: KbSchema, { id, kind }: Entry): number {
  const { queries, facts } = (kind === 'relation' ? schema.relation(id) : schema.type(id))?.use ?? UNUSED;
  return Math.min(MAX_USAGE_BONUS, queries * PER_QUERY_LEVEL + facts * PER_FACT_LEVEL);
}

function rankOf(entry: Entry, words: readonly SearchWord[]): number {
  let sum = 0;
  for (const word of words) {
    const rank = rankOfWord(entry, word);
    if (rank === Infinity) return rank;
    sum += rank;
  }
  if (words.length === 1 && words[0]?.text === entry.name) return -MAX_USAGE_BONUS;
  return sum / words.length + (entry.remote ? REMOTE_PENALTY : 0) + entry.name.length * PER_LETTER;
}

function rankOfWord(entry: Entry, { text, singular, synonyms }: SearchWord): number {
  let best = rankOfText(entry, text);
  if (singular !== undefined && best > STEM_PENALTY)
    best = Math.min(best, rankOfText(entry, singular) + STEM_PENALTY);
  for (const other of synonyms) {
    if (best <= SYNONYM_PENALTY) break;
    best = Math.min(best, rankOfSynonym(entry, other) + SYNONYM_PENALTY);
  }
  return best;
}

/** A synonym must match a whole word, or its plural. */
function rankOfSynonym({ name, last }: Entry, word: string): number {
  let best = Infinity;
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isWhole = !isLetterOrDigit(name.charCodeAt(name[end] === 's' ? end + 1 : end));
    if (!isWhole || (at > 0 && isLetterOrDigit(name.charCodeAt(at - 1)))) continue;
    best = Math.min(best, at < last ? STARTS_WORD : at > last ? STARTS_WORD_OF_LAST : STARTS_LAST);
  }
  return best;
}

function rankOfText({ name, last, initials }: Entry, word: string): number {
  // Searches from the end, because matches in the last part are best.
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

/** Removes the prefix or the angle brackets of a name that was copied from a query. */
function withoutPrefix(schema: KbSchema, text: string): string {
  const bare = text.trim().replace(/^<|>$/g, '');
  const id = schema.idOf(bare);
  if (id !== undefined) return id;
  return bare.replace(/^[\p{L}][\p{L}\p{N}_-]*:(?!\/\/)/u, '').replace(/^:/, '');
}
