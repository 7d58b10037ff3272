/**
 * The relations and types that a name which the KB does not know was probably meant to be. Three things count: how alike
 * the words are (spelling, and words that mean the same), whether the owner is the same or of the same domain, and
 * whether the types fit where the name stands.
 */
import { typeClash } from './clash';
import { asWrittenInRdf, Keystrokes } from './keystrokes';
import { editDistance } from '../text/distance';
import type { KbSchema } from '../kb/schema';
import { meaningOf, stem } from '../kb/synonyms';

export interface Place {
  /** What is known of the subject and of the object, apart from the name in question. */
  readonly subjectTypes: readonly string[];
  readonly objectTypes: readonly string[];
}

/** Words that say little about which relation is meant. */
const WEAK = new Set([
  'of',
  'the',
  'a',
  's',
  'in',
  'by',
  'for',
  'and',
  'or',
  'to',
  'this',
  'has',
  'is',
  'with',
  'on',
  'at',
]);

/** What every node may have, and what people write for it as if each type had its own. */
const COMMON_TO_ALL: Readonly<Record<string, string>> = {
  name: 'type.object.name',
  label: 'type.object.name',
  title: 'type.object.name',
  alias: 'common.topic.alias',
  also_known_as: 'common.topic.alias',
  description: 'common.topic.description',
  type: 'type.object.type',
  id: 'type.object.id',
};

export function similarRelations(schema: KbSchema, id: string, place: Place, most = 3): readonly string[] {
  const key = ['relation', most, id, ...place.subjectTypes, '|', ...place.objectTypes].join(' ');
  return remembered(schema, key, () => findRelations(schema, id, place, most));
}

function findRelations(schema: KbSchema, id: string, place: Place, most: number): readonly string[] {
  const exists = (name: string): boolean => schema.hasRelation(name);
  const fits = (candidate: string): number => {
    const relation = schema.relation(candidate);
    return (
      fit(schema, relation?.domain, place.subjectTypes) + fit(schema, relation?.range, place.objectTypes)
    );
  };
  const slips = slipsOf(relationIndex(schema), id, exists, fits);
  const common = COMMON_TO_ALL[id.slice(id.lastIndexOf('.') + 1)];
  if (!slips.length && common !== undefined && exists(common)) return [common];
  return firstOf(most, slips, () => best(relationIndex(schema), id, most, fits));
}

export function similarTypes(
  schema: KbSchema,
  id: string,
  otherTypes: readonly string[],
  most = 3,
): readonly string[] {
  const key = ['type', most, id, ...otherTypes].join(' ');
  return remembered(schema, key, () => findTypes(schema, id, otherTypes, most));
}

function findTypes(
  schema: KbSchema,
  id: string,
  otherTypes: readonly string[],
  most: number,
): readonly string[] {
  const fits = (candidate: string): number => fit(schema, candidate, otherTypes);
  const slips = slipsOf(typeIndex(schema), id, (name) => schema.hasType(name), fits);
  return firstOf(most, slips, () => best(typeIndex(schema), id, most, fits));
}

/** The same mistake is looked at anew at every keystroke, and may stand in every query of a file. */
const MOST_REMEMBERED = 2000;
const memories = new WeakMap<KbSchema, Map<string, readonly string[]>>();

function remembered(schema: KbSchema, key: string, find: () => readonly string[]): readonly string[] {
  let memory = memories.get(schema);
  if (!memory) memories.set(schema, (memory = new Map<string, readonly string[]>()));
  let found = memory.get(key);
  if (!found) {
    if (memory.size >= MOST_REMEMBERED) memory.clear();
    memory.set(key, (found = find()));
  }
  return found;
}

/** What a slip of the hand explains is likelier than any name that only looks or means alike. */
function slipsOf(
  index: NameIndex,
  id: string,
  exists: (name: string) => boolean,
  fits: (candidate: string) => number,
): readonly string[] {
  const plain = asWrittenInRdf(id);
  if (plain !== id && exists(plain)) return [plain];
  return [...index.keystrokesAway(id)].sort((left, right) => fits(right) - fits(left));
}

function firstOf(most: number, slips: readonly string[], others: () => readonly string[]): readonly string[] {
  return [...new Set([...slips, ...others()])].slice(0, most);
}

/** How well a type goes with what is known otherwise. */
function fit(schema: KbSchema, type: string | undefined, others: readonly string[]): number {
  if (type === undefined || !others.length) return 0;
  let sum = 0;
  for (const other of others) {
    if (schema.related(type, other)) sum += 0.25;
    else if (typeClash(schema, type, other) !== 'none') sum -= 0.3;
    else if (schema.seenTogether(type, other)) sum += 0.1;
  }
  return sum / others.length;
}

const LEAST_LIKENESS = 0.45;

function best(
  index: NameIndex,
  id: string,
  most: number,
  bonus: (candidate: string) => number,
): readonly string[] {
  const asked = nameOf(id);
  const scored: { readonly id: string; readonly score: number }[] = [];
  for (const candidate of index.candidates(asked)) {
    const likeness = nameLikeness(asked, candidate);
    if (likeness >= LEAST_LIKENESS) scored.push({ id: candidate.id, score: likeness });
  }
  scored.sort(
    (left, right) =>
      right.score - left.score || left.id.length - right.id.length || (left.id < right.id ? -1 : 1),
  );
  // What the types say can move a name up or down, but not make up for a name that is nothing like it.
  const ranked = scored
    .slice(0, 40)
    .map(({ id, score }) => ({ id, score: score + bonus(id) }))
    .sort((left, right) => right.score - left.score);
  const top = ranked[0]?.score ?? 0;
  return ranked
    .filter(({ score }) => score > 0.5 && score > top - 0.35)
    .slice(0, most)
    .map(({ id }) => id);
}

interface Name {
  readonly id: string;
  readonly domain: string;
  readonly owner: string;
  readonly last: string;
  readonly words: readonly string[];
  readonly ownerWords: readonly string[];
}

function nameOf(id: string): Name {
  const segments = id.split(/[./]/);
  const last = segments[segments.length - 1] ?? '';
  const owner = segments.slice(0, -1).join('.');
  return {
    id,
    domain: domainOf(id),
    owner,
    last,
    words: wordsOf(last),
    ownerWords: wordsOf(segments.slice(0, -1).slice(-1)[0] ?? ''),
  };
}

/** From 0 to about 1.5: the last part decides, the owner helps. */
function nameLikeness(asked: Name, candidate: Name): number {
  const length = Math.max(asked.last.length, candidate.last.length);
  // Letters are compared within the domain only: elsewhere a name that looks alike is chance.
  const comparable = asked.domain === candidate.domain;
  const distance = comparable ? editDistance(asked.last, candidate.last, Math.ceil(length * 0.4)) : Infinity;
  const spelling = distance === Infinity ? 0 : 1 - distance / length;
  const words = overlap(asked.words, candidate.words);
  if (spelling < 0.3 && words < 0.3) return 0;
  let owner = 0;
  if (asked.owner === candidate.owner) owner = 0.4;
  else if (asked.owner && candidate.owner) {
    const near = editDistance(asked.owner, candidate.owner, 2);
    if (near <= 2) owner = 0.35;
    else
      owner =
        (asked.domain === candidate.domain ? 0.15 : 0) +
        0.15 * overlap(asked.ownerWords, candidate.ownerWords);
  }
  const likeness = Math.max(spelling, words);
  // A domain of the community counts less than the commons.
  const remote = /^(base|user|freebase)\./.test(candidate.id) && asked.domain !== candidate.domain ? -0.3 : 0;
  return likeness + owner + remote;
}

/** Share of the words that both have; a word that means the same counts a little less. */
function overlap(left: readonly string[], right: readonly string[]): number {
  if (!left.length || !right.length) return 0;
  let sum = 0;
  for (const word of left) {
    if (right.includes(word)) sum += 1;
    else {
      const group = meaningOf(word);
      if (group !== undefined && right.some((other) => meaningOf(other) === group)) sum += 0.75;
    }
  }
  return (2 * sum) / (left.length + right.length);
}

function wordsOf(segment: string): readonly string[] {
  return segment
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/(birth|death|burial)(place|date|day|year)/g, '$1_$2')
    .split(/[^a-z0-9]+/)
    .map(stem)
    .filter((word) => word && !WEAK.has(word));
}

/** Words that stand in more names than this tell nothing outside their domain. */
const COMMON_WORD = 150;

/** Finds the names worth comparing: those of the same domain that may be alike, and those elsewhere that share a word. */
class NameIndex {
  private readonly byWord = new Map<string, string[]>();
  private readonly byDomain = new Map<string, string[]>();
  private readonly names = new Map<string, Name>();
  private readonly keystrokes: Keystrokes;

  constructor(all: Iterable<string>) {
    const ids = [...all].filter((id) => !id.startsWith('http'));
    this.keystrokes = new Keystrokes(ids);
    for (const id of ids) {
      add(this.byDomain, domainOf(id), id);
      for (const word of new Set(wordsOf(id.slice(id.lastIndexOf('.') + 1)))) add(this.byWord, word, id);
    }
  }

  candidates(asked: Name): Iterable<Name> {
    const found = new Set<Name>();
    const groups = new Set(asked.words.map((word) => meaningOf(word)).filter((group) => group !== undefined));
    for (const id of this.byDomain.get(asked.domain) ?? []) {
      const name = this.nameOf(id);
      const near = Math.abs(name.last.length - asked.last.length) <= 2;
      if (near || name.owner === asked.owner || sharesWord(name.words, asked.words, groups)) found.add(name);
    }
    for (const word of asked.words) {
      const list = this.byWord.get(word) ?? [];
      if (list.length > COMMON_WORD) continue;
      for (const id of list) if (domainOf(id) !== asked.domain) found.add(this.nameOf(id));
    }
    return found;
  }

  keystrokesAway(id: string): readonly string[] {
    return this.keystrokes.awayFrom(id);
  }

  /** Taking an id apart costs more than comparing it, so it is done once, for the domains that are asked about. */
  private nameOf(id: string): Name {
    let name = this.names.get(id);
    if (!name) this.names.set(id, (name = nameOf(id)));
    return name;
  }
}

/** What stands before the first dot; names without dots are all of one domain. */
function domainOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('.')));
}

function sharesWord(
  words: readonly string[],
  asked: readonly string[],
  groups: ReadonlySet<number>,
): boolean {
  return words.some((word) => {
    if (asked.includes(word)) return true;
    const group = meaningOf(word);
    return group !== undefined && groups.has(group);
  });
}

function add(map: Map<string, string[]>, key: string, id: string): void {
  const list = map.get(key);
  if (list) list.push(id);
  else map.set(key, [id]);
}

const relationIndexes = new WeakMap<KbSchema, NameIndex>();
const typeIndexes = new WeakMap<KbSchema, NameIndex>();

function relationIndex(schema: KbSchema): NameIndex {
  let index = relationIndexes.get(schema);
  if (!index) relationIndexes.set(schema, (index = new NameIndex(schema.relationIds())));
  return index;
}

function typeIndex(schema: KbSchema): NameIndex {
  let index = typeIndexes.get(schema);
  if (!index) typeIndexes.set(schema, (index = new NameIndex(schema.typeIds())));
  return index;
}
