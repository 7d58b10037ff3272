/** All entities that the words of a question may mean, not yet ranked. */
import { placesOf } from './demonyms';
import { lettersOf, initialsOf, nameTokens, type NameToken } from './name-tokens';
import { otherNumberForms } from '../../language/english/nouns';
import type { LinkedEntity } from './linking';
import type { NameTable } from './name-table';
import { isNameStopWord } from '../../language/english/stop-words';

/** An entity, by one of its names, at a place of the question. */
export interface MentionCandidate {
  readonly entity: number;
  readonly name: number;
  /** Tokens of the question: from this one, and before that one. */
  readonly from: number;
  readonly to: number;
  readonly match: Exclude<LinkedEntity['match'], 'given'>;
  /** Where the words are not the name: what its people are called, or its first letters. */
  readonly by?: 'people' | 'initials';
  /** How much of the name the question says, between 0 and 1. */
  readonly coverage: number;
  /** Letters that are wrong. */
  readonly slips: number;
}

export interface Mentions {
  readonly tokens: readonly NameToken[];
  readonly candidates: readonly MentionCandidate[];
}

const MOST_TOKENS = 100;
const LONGEST_MENTION = 12;
/** A word that so many names have says too little by itself. */
const MOST_NAMES_OF_A_WORD = 1500;
/** Of those that have the same words in common with the question. */
const MOST_ALIKE = 12;
const LONGEST_QUESTION = 2000;

export function mentionsIn(question: string, table: NameTable): Mentions {
  const tokens = nameTokens(question.slice(0, LONGEST_QUESTION), MOST_TOKENS);
  const whole = [...wholeNames(tokens, table)];
  const parts = partsOfNames(tokens, table, whole);
  return { tokens, candidates: best([...whole, ...parts]) };
}

function* wholeNames(tokens: readonly NameToken[], table: NameTable): Iterable<MentionCandidate> {
  for (let from = 0; from < tokens.length; from++) {
    let before = '';
    for (let to = from + 1; to <= Math.min(tokens.length, from + LONGEST_MENTION); to++) {
      const last = tokens[to - 1];
      if (!last) break;
      if (to - from > 1 || mayBeName(last, from))
        for (const candidate of named(before, last, from, to, table))
          // `is a` is no `ISA`.
          if (
            !tokens.slice(from, to).every(({ word }) => isNameStopWord(word)) ||
            table.wordsOf(candidate.name).length === to - from
          )
            yield candidate;
      before += last.word;
    }
  }
}

/** A word such as `in` or `who` is a name only where it is written as one, which at the beginning every word is. */
function mayBeName({ word, capital }: NameToken, at: number): boolean {
  return !isNameStopWord(word) || (capital && at > 0);
}

function* named(
  before: string,
  last: NameToken,
  from: number,
  to: number,
  table: NameTable,
): Iterable<MentionCandidate> {
  for (const { key, match, by } of keysFor(before, last, to - from))
    for (const name of table.withKey(key)) {
      const at = { entity: table.ownerOf(name), name, from, to, slips: 0 };
      if (by) yield { ...at, match: 'partial', by, coverage: 0.5 };
      else if (to - from === 1 && isInitials(key, name, table))
        yield { ...at, match: 'partial', by: 'initials', coverage: 0.5 };
      else yield { ...at, match, coverage: 1 };
    }
}

function* keysFor(
  before: string,
  { word, bare }: NameToken,
  words: number,
): Iterable<{ readonly key: string; readonly match: 'exact' | 'plural'; readonly by?: 'people' }> {
  yield { key: before + word, match: 'exact' };
  if (bare !== word) yield { key: before + bare, match: 'exact' };
  for (const form of otherNumberForms(bare)) yield { key: before + form, match: 'plural' };
  if (words <= 2)
    for (const place of placesOf(before + bare))
      yield { key: lettersOf(place), match: 'exact', by: 'people' };
}

/** `jfk` is found by the name `JFK`, too, and then it is that. */
function isInitials(key: string, name: number, table: NameTable): boolean {
  const words = table.wordsOf(name);
  if (words.length < 3 || words.length < key.length) return false;
  return initialsOf(Array.from(words, (word) => table.words.textOf(word))) === key;
}

/** A word of the question, and the words of names that it may be. */
interface Said {
  readonly token: number;
  readonly slips: number;
  /** In another number, or with slips. */
  readonly otherwise: boolean;
}

function partsOfNames(
  tokens: readonly NameToken[],
  table: NameTable,
  whole: readonly MentionCandidate[],
): readonly MentionCandidate[] {
  const said = new Map<number, Said[]>();
  const seeds = new Set<number>();
  for (const [at, token] of tokens.entries()) {
    const note = (word: number, slips: number, otherwise: boolean): void => {
      const places = said.get(word);
      if (places) places.push({ token: at, slips, otherwise });
      else said.set(word, [{ token: at, slips, otherwise }]);
      if (!isNameStopWord(token.word)) seeds.add(word);
    };
    const known = table.words.numberOf(token.bare);
    if (known !== undefined) note(known, 0, false);
    if (isNameStopWord(token.word)) continue;
    if (token.bare !== token.word) {
      const written = table.words.numberOf(token.word);
      if (written !== undefined) note(written, 0, false);
    }
    for (const form of otherNumberForms(token.bare)) {
      const number = table.words.numberOf(form);
      if (number !== undefined) note(number, 0, true);
    }
    for (const { word, distance } of table.words.near(token.bare)) note(word, distance, true);
  }
  const seen = new Set<number>();
  const groups = new Map<string, MentionCandidate[]>();
  const isWhole = new Set(whole.map(({ entity, from, to }) => `${entity} ${from} ${to}`));
  const exact = whole.filter(({ match }) => match === 'exact');
  for (const word of seeds) {
    const names = table.namesWith(word);
    if (names.length > MOST_NAMES_OF_A_WORD) continue;
    for (const name of names) {
      if (seen.has(name)) continue;
      seen.add(name);
      const found = aligned(name, said, tokens, table);
      if (!found) continue;
      const { candidate, otherwise } = found;
      if (isWhole.has(`${candidate.entity} ${candidate.from} ${candidate.to}`)) continue;
      // What is a name as it is written was not mistyped: `France` is not the `Frances` of `Frances Fisher`.
      if (otherwise && exact.some(({ from, to }) => from <= candidate.from && candidate.to <= to)) continue;
      const key = `${candidate.from} ${candidate.to} ${candidate.slips}`;
      const group = groups.get(key);
      if (group) group.push(candidate);
      else groups.set(key, [candidate]);
    }
  }
  return [...groups.values()].flatMap((group) =>
    group
      .sort((left, right) => worth(right, table) - worth(left, table) || left.name - right.name)
      .slice(0, MOST_ALIKE),
  );
}

function worth({ coverage, entity }: MentionCandidate, table: NameTable): number {
  return 3 * coverage + 0.3 * Math.log2(1 + table.popularityOf(entity));
}

/** Where the question says most of a name: words of it that stand together. */
function aligned(
  name: number,
  said: ReadonlyMap<number, readonly Said[]>,
  tokens: readonly NameToken[],
  table: NameTable,
): { readonly candidate: MentionCandidate; readonly otherwise: boolean } | undefined {
  const words = table.wordsOf(name);
  let all = 0;
  const hits: (Said & { readonly weight: number; readonly empty: boolean })[] = [];
  for (const word of words) {
    const weight = table.weightOf(word) * (isNameStopWord(table.words.textOf(word)) ? 0.25 : 1);
    all += weight;
    for (const { token, slips, otherwise } of said.get(word) ?? [])
      hits.push({
        token,
        weight: weight * (1 - 0.15 * slips),
        slips,
        otherwise,
        empty: isNameStopWord(tokens[token]?.word ?? ''),
      });
  }
  hits.sort((left, right) => left.token - right.token || right.weight - left.weight);
  let best: { from: number; to: number; weight: number; slips: number; otherwise: boolean } | undefined;
  for (let start = 0; start < hits.length; start++) {
    const first = hits[start];
    if (!first || first.empty) continue;
    let { weight, slips, otherwise } = first;
    let last = first.token;
    let end = first.token;
    for (const hit of hits.slice(start + 1)) {
      if (hit.token === last) continue;
      // A word may be missing in between: a second name, or an article.
      if (hit.token - last > 2) break;
      last = hit.token;
      weight += hit.weight;
      slips += hit.slips;
      otherwise ||= hit.otherwise;
      if (!hit.empty) end = hit.token;
    }
    if (!best || weight > best.weight) best = { from: first.token, to: end + 1, weight, slips, otherwise };
  }
  if (!best || all <= 0) return undefined;
  const coverage = Math.min(1, best.weight / all);
  const { from, to, slips, otherwise } = best;
  const match = slips ? 'fuzzy' : 'partial';
  return {
    candidate: { entity: table.ownerOf(name), name, from, to, match, coverage, slips },
    otherwise,
  };
}

/** Of the names of one entity at one place, the one that says it best. */
function best(candidates: readonly MentionCandidate[]): readonly MentionCandidate[] {
  const found = new Map<string, MentionCandidate>();
  for (const candidate of candidates) {
    const key = `${candidate.entity} ${candidate.from} ${candidate.to}`;
    const other = found.get(key);
    if (!other || quality(candidate) > quality(other)) found.set(key, candidate);
  }
  return [...found.values()];
}

function quality({ match, coverage, slips }: MentionCandidate): number {
  return coverage - slips * 0.1 + { exact: 3, plural: 2, partial: 1, fuzzy: 0 }[match];
}
