/** Finds all entities that a question may mention, unranked. */
import { placesOf } from './demonyms';
import { foldName, initialsOf, nameTokens, type NameToken } from './name-tokens';
import { otherNumberForms } from '../../language/english/nouns';
import type { LinkedEntity } from './linking';
import type { NameTable } from './name-table';
import { isNameStopWord } from '../../language/english/stop-words';
import { groupBy } from '../../language/text/multimap';

/** An entity that some tokens of the question may mention by one of its names. */
export interface MentionCandidate {
  readonly entity: number;
  readonly name: number;
  /** The first token of the mention, and the token after the last. */
  readonly from: number;
  readonly to: number;
  readonly match: Exclude<LinkedEntity['match'], 'given'>;
  /** If the mention is not a name: a demonym or initials. */
  readonly by?: 'people' | 'initials';
  /** The share of the name that is in the question, between 0 and 1. */
  readonly coverage: number;
  /** The edit distance between the mention and the name. */
  readonly typos: number;
}

export interface Mentions {
  readonly tokens: readonly NameToken[];
  readonly candidates: readonly MentionCandidate[];
}

const MAX_MENTION_TOKENS = 12;
/** A more frequent word does not suffice to find a name. */
const MAX_NAMES_PER_WORD = 1500;
/** Candidates by a part of the name, for the same tokens. */
const MAX_PARTIAL_MATCHES = 12;
const MAX_QUESTION_LENGTH = 2000;

export function findMentions(question: string, table: NameTable): Mentions {
  const tokens = nameTokens(question.slice(0, MAX_QUESTION_LENGTH));
  const whole = [...findWholeNames(tokens, table)];
  const partial = findPartialNames(tokens, table, whole);
  return { tokens, candidates: withBestNames([...whole, ...partial]) };
}

function* findWholeNames(tokens: readonly NameToken[], table: NameTable): Iterable<MentionCandidate> {
  const hasCapitals = tokens.some(({ capital }, at) => capital && at > 0);
  for (let from = 0; from < tokens.length; from++) {
    let before = '';
    /** The same with the noun before "of" in the other number: `presidents of the United States`. */
    let inOtherNumber: readonly string[] = [];
    for (let to = from + 1; to <= Math.min(tokens.length, from + MAX_MENTION_TOKENS); to++) {
      const last = tokens[to - 1];
      if (!last) break;
      if (to - from > 1 || mayBeName(last, from))
        for (const candidate of [
          ...lookUpNames(before, last, from, to, table),
          ...inOtherNumber.flatMap((text) => [...lookUpOtherNumber(text, last, from, to, table)]),
        ])
          // `is a` does not mention `ISA`, and `wed` beside a name with capitals not Walter Elias Disney.
          if (
            (candidate.by !== 'initials' || last.capital || !hasCapitals) &&
            (!tokens.slice(from, to).every(({ word }) => isNameStopWord(word)) ||
              table.wordsOf(candidate.name).length === to - from)
          )
            yield candidate;
      const noun = tokens[to - 2]?.bare ?? '';
      if (last.word === 'of' && to - from > 1 && before.endsWith(noun))
        inOtherNumber = otherNumberForms(noun).map((form) => `${before.slice(0, -noun.length)}${form}of`);
      else inOtherNumber = inOtherNumber.map((text) => text + last.word);
      before += last.word;
    }
  }
}

/** A stop word is a name only if it is capitalized and not the first word. */
function mayBeName({ word, capital }: NameToken, at: number): boolean {
  return !isNameStopWord(word) || (capital && at > 0);
}

function* lookUpNames(
  before: string,
  last: NameToken,
  from: number,
  to: number,
  table: NameTable,
): Iterable<MentionCandidate> {
  for (const { key, match, by } of keysFor(before, last, to - from))
    for (const name of table.withKey(key)) {
      const mention = { entity: table.ownerOf(name), name, from, to, typos: 0 };
      if (by) yield { ...mention, match: 'partial', by, coverage: 0.5 };
      else if (to - from === 1 && isInitials(key, name, table))
        yield { ...mention, match: 'partial', by: 'initials', coverage: 0.5 };
      else yield { ...mention, match, coverage: 1 };
    }
}

function* lookUpOtherNumber(
  before: string,
  { word, bare }: NameToken,
  from: number,
  to: number,
  table: NameTable,
): Iterable<MentionCandidate> {
  for (const key of new Set([before + word, before + bare]))
    for (const name of table.withKey(key))
      yield { entity: table.ownerOf(name), name, from, to, match: 'plural', coverage: 1, typos: 0 };
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
    for (const place of placesOf(before + bare)) yield { key: foldName(place), match: 'exact', by: 'people' };
}

/** Whether the key is the initials of the name: `jfk`, but not for an entity that is called `JFK`. */
function isInitials(key: string, name: number, table: NameTable): boolean {
  const words = table.wordsOf(name);
  if (words.length < 3 || words.length < key.length) return false;
  return initialsOf(Array.from(words, (word) => table.words.textOf(word))) === key;
}

/** A token of the question that matches a word of names. */
interface TokenMatch {
  readonly token: number;
  readonly typos: number;
  /** Whether the token is misspelled, or in the singular instead of the plural or vice versa. */
  readonly inexact: boolean;
}

function findPartialNames(
  tokens: readonly NameToken[],
  table: NameTable,
  whole: readonly MentionCandidate[],
): readonly MentionCandidate[] {
  const matches = new Map<number, TokenMatch[]>();
  const seeds = new Set<number>();
  for (const [at, token] of tokens.entries()) {
    const add = (word: number | undefined, typos: number, inexact: boolean): void => {
      if (word === undefined) return;
      const match = { token: at, typos, inexact };
      const others = matches.get(word);
      if (others) others.push(match);
      else matches.set(word, [match]);
      if (!isNameStopWord(token.word)) seeds.add(word);
    };
    add(table.words.numberOf(token.bare), 0, false);
    if (isNameStopWord(token.word)) continue;
    if (token.bare !== token.word) add(table.words.numberOf(token.word), 0, false);
    for (const form of otherNumberForms(token.bare)) add(table.words.numberOf(form), 0, true);
    for (const { word, distance } of table.words.near(token.bare)) add(word, distance, true);
  }
  const wholeKeys = new Set(whole.map(mentionKey));
  const exact = whole.filter(({ match }) => match === 'exact');
  const names = new Set(
    [...seeds].flatMap((word) => {
      const withWord = table.namesWith(word);
      return withWord.length > MAX_NAMES_PER_WORD ? [] : [...withWord];
    }),
  );
  const partial = [...names].flatMap((name) => {
    const { candidate, inexact } = alignName(name, matches, tokens, table) ?? {};
    if (!candidate || wholeKeys.has(mentionKey(candidate))) return [];
    // A token that is a whole name is not misspelled: `France` is not the `Frances` of `Frances Fisher`. And the parts of a
    // capitalized name are no other names: `Bob` of `Bob Marley`.
    const isOther = exact.some(
      ({ from, to }) =>
        from <= candidate.from &&
        candidate.to <= to &&
        (inexact || (to - from > candidate.to - candidate.from && isCapitalized(tokens.slice(from, to)))),
    );
    return isOther ? [] : [candidate];
  });
  const score = ({ coverage, entity }: MentionCandidate): number =>
    3 * coverage + 0.3 * Math.log2(1 + table.popularityOf(entity));
  return [...groupBy(partial, ({ from, to, typos }) => `${from} ${to} ${typos}`).values()].flatMap((group) =>
    withoutQualified(group, tokens, table)
      .sort((left, right) => score(right) - score(left) || left.name - right.name)
      .slice(0, MAX_PARTIAL_MATCHES),
  );
}

/** Drops names that match only after their comma, if a more popular entity matches too: `Texas, United States` for `United States`. */
function withoutQualified(
  group: readonly MentionCandidate[],
  tokens: readonly NameToken[],
  table: NameTable,
): MentionCandidate[] {
  const isQualified = ({ name, from, to }: MentionCandidate): boolean => {
    const text = table.nameText(name);
    const comma = text.indexOf(',');
    if (comma < 0) return false;
    const matched = new Set(tokens.slice(from, to).flatMap(({ word, bare }) => [word, bare]));
    return nameTokens(text.slice(0, comma)).every(({ word }) => !matched.has(word));
  };
  const qualified = new Set(group.filter(isQualified));
  const others = group.filter((one) => !qualified.has(one));
  const popularity = Math.max(0, ...others.map(({ entity }) => table.popularityOf(entity)));
  return group.filter((one) => !qualified.has(one) || table.popularityOf(one.entity) > popularity);
}

function isCapitalized(tokens: readonly NameToken[]): boolean {
  return tokens.every(({ capital, word }) => capital || isNameStopWord(word));
}

function mentionKey({ entity, from, to }: MentionCandidate): string {
  return `${entity} ${from} ${to}`;
}

/** Finds the neighbouring tokens that match the largest part of a name. */
function alignName(
  name: number,
  matches: ReadonlyMap<number, readonly TokenMatch[]>,
  tokens: readonly NameToken[],
  table: NameTable,
): { readonly candidate: MentionCandidate; readonly inexact: boolean } | undefined {
  let nameWeight = 0;
  const hits: (TokenMatch & {
    /** The position of the word in the name. */
    readonly at: number;
    readonly weight: number;
    readonly isStopWord: boolean;
  })[] = [];
  for (const [at, word] of table.wordsOf(name).entries()) {
    const weight = table.weightOf(word) * (isNameStopWord(table.words.textOf(word)) ? 0.25 : 1);
    nameWeight += weight;
    for (const match of matches.get(word) ?? [])
      hits.push({
        ...match,
        at,
        weight: weight * (1 - 0.15 * match.typos),
        isStopWord: isNameStopWord(tokens[match.token]?.word ?? ''),
      });
  }
  hits.sort((left, right) => left.token - right.token || right.weight - left.weight);
  let best: { from: number; to: number; weight: number; typos: number; inexact: boolean } | undefined;
  for (const [start, first] of hits.entries()) {
    if (first.isStopWord) continue;
    let { weight, typos, inexact } = first;
    let last = first.token;
    let end = first.token;
    const used = new Set([first.at]);
    for (const hit of hits.slice(start + 1)) {
      // Each word counts once: `Obama or Michelle Obama` is not a better mention of her than `Michelle Obama`.
      if (hit.token === last || used.has(hit.at)) continue;
      // One token in between may be missing in the name: a middle name or an article.
      if (hit.token - last > 2 || (hit.token - last === 2 && separates(tokens, last + 1))) break;
      last = hit.token;
      used.add(hit.at);
      weight += hit.weight;
      typos += hit.typos;
      inexact ||= hit.inexact;
      if (!hit.isStopWord) end = hit.token;
    }
    const next = { from: first.token, to: end + 1, weight, typos, inexact };
    if (
      !best ||
      weight > best.weight ||
      (weight === best.weight && next.to - next.from < best.to - best.from)
    )
      best = next;
  }
  if (!best || nameWeight <= 0) return undefined;
  const coverage = Math.min(1, best.weight / nameWeight);
  const { from, to, typos, inexact } = best;
  const match = typos ? 'fuzzy' : 'partial';
  return { candidate: { entity: table.ownerOf(name), name, from, to, match, coverage, typos }, inexact };
}

/** Whether a word cannot be a part of a name, as in “states surround Nevada”, which does not mention the `State of Nevada`. */
function separates(tokens: readonly NameToken[], at: number): boolean {
  const { word = '', capital = false } = tokens[at] ?? {};
  return !capital && !isNameStopWord(word) && tokens[at + 1]?.capital === true;
}

/** Keeps the best matching name for each entity and range. */
function withBestNames(candidates: readonly MentionCandidate[]): readonly MentionCandidate[] {
  const best = new Map<string, MentionCandidate>();
  for (const candidate of candidates) {
    const key = mentionKey(candidate);
    const other = best.get(key);
    if (!other || quality(candidate) > quality(other)) best.set(key, candidate);
  }
  return [...best.values()];
}

function quality({ match, coverage, typos }: MentionCandidate): number {
  return coverage - typos * 0.1 + { exact: 3, plural: 2, partial: 1, fuzzy: 0 }[match];
}
