import { typeClash } from '../../schema/inference/clash';
import type { KbSchema } from '../../schema/schema';
import { stem } from '../../language/english/nouns';
import { classesByLastWord } from '../enumerate/classes-by-name';
import type { Candidate } from '../enumerate/candidate';
import { isNumber } from '../enumerate/measures';
import type { Add } from './features';
import type { LinkedQuestion } from './linked-question';
import { wordsIn } from './relation-words';
import { isAboutContainer } from './containment';

/** Whether the answers are of the kind that the question's first word asks for. */
export function kindOfAnswer(
  { asking, quantity }: LinkedQuestion,
  { endType, type = endType, counts }: Candidate,
  schema: KbSchema,
  add: Add,
): void {
  const asked = KINDS.find(({ words }) => words.test(asking))?.kind ?? (quantity ? 'number' : undefined);
  const given = counts ? 'number' : kindOf(type, schema);
  if (asked === undefined) {
    if (given === 'date' || given === 'number') add(`${given} unasked`);
  } else if (given === 'group' || given === 'event') add(`${given} for a ${asked}`);
  else if (given !== 'unknown') add(given === asked ? `${asked} fits` : `${asked} misfits`);
}

/**
 * What cannot be the answer: a thing for how deep or how many, a date or a number for who or where, a thing for who is the king, unless it
 * is called so, or for who did something; a place where actors are asked for, or a position; a currency for a budget; and what is said of
 * another place than the one that is named. Who somebody is may well be a profession.
 */
export function isOfWrongKind(
  { kind, noun, words }: Pick<LinkedQuestion, 'kind' | 'noun' | 'words'>,
  candidate: Candidate,
  schema: KbSchema,
  says: (word: string) => boolean,
): boolean {
  const { endType, type = endType, counts } = candidate;
  const given = counts ? 'number' : kindOf(type, schema);
  const isValue = given === 'date' || given === 'number';
  if (isAboutContainer(candidate, words, given === 'person')) return true;
  if (kind === 'who' && given === 'thing' && noun !== undefined)
    return noun.split(' ').every((word) => !says(word));
  if (kind === 'who' || kind === 'where')
    return isValue || (kind === 'who' && isDone(words) && ACTING.every((one) => clash(one, type, schema)));
  if (kind === 'howMuch' || kind === 'howMany') {
    const isText = type !== undefined && schema.type(type)?.kind === 'literal' && given !== 'date';
    const isTime = given === 'date' && kind === 'howMuch' && (noun === 'age' || noun === 'length');
    return given !== 'unknown' && given !== 'number' && !isText && !isTime;
  }
  if (isUnsaidUnit(candidate, words)) return true;
  if (noun !== undefined && ROLE.test(noun)) return given === 'place' || given === 'person' || isValue;
  // An area may be a place, and may be what a relation says of one.
  if (noun === undefined || isSaidInTheEnd(noun, candidate)) return false;
  return isOfOther(noun, type, schema) || goesPast(noun, candidate, schema);
}

/** What somebody does is neither somebody nor a place. */
const ROLE = /(?:^| )(?:position|job|profession|occupation)s?$/;

/** What an amount is counted in is asked for by its name only: the budget of a film is no currency. */
function isUnsaidUnit({ hops }: Candidate, words: LinkedQuestion['words']): boolean {
  const own = hops.at(-1)?.relation.split('.').at(-1) ?? '';
  return hops.length > 1 && UNIT.test(own) && !words.some(({ word }) => UNIT_ASKED.test(word));
}

const UNIT = /^(?:currency|units?)$/;
const UNIT_ASKED = /^(?:currenc|mone|unit)/;

function isSaidInTheEnd(noun: string, { hops, turn = 0 }: Candidate): boolean {
  const head = stem(noun.split(' ').at(-1) ?? '');
  return hops.slice(turn).some(({ relation }) => wordsIn(relation.split('.').at(-1) ?? '').includes(head));
}

/** Who may do something. */
const ACTING = ['people.person', 'organization.organization'];

function clash(one: string, other: string | undefined, schema: KbSchema): boolean {
  return other !== undefined && typeClash(schema, one, other) !== 'none';
}

/** Who does something, and not who somebody is. */
function isDone(words: LinkedQuestion['words']): boolean {
  const at = words.findIndex(({ word }) => word === 'who');
  const next = words[at + 1];
  return next !== undefined && !/^(?:s|is|are|was|were|am|be|been)$/.test(next.word);
}

/** It goes on behind what is asked for, to something else: of the actors, to their films. */
function goesPast(
  noun: string,
  { hops, endType = '', type = endType }: Candidate,
  schema: KbSchema,
): boolean {
  const called = classesByLastWord(noun.split(' ').at(-1) ?? '', schema);
  const passed = hops.slice(1).map(({ relation, reverse }) => {
    const known = schema.relation(relation);
    return (reverse ? known?.range : known?.domain) ?? '';
  });
  return !called.includes(type) && passed.some((one) => called.includes(one));
}

/** Persons or places are asked for, and none that is called so can be of this type. */
function isOfOther(noun: string, type: string | undefined, schema: KbSchema): boolean {
  const called = classesByLastWord(noun.split(' ').at(-1) ?? '', schema).map((id) => ({
    id,
    kind: kindOf(id, schema),
  }));
  const kinds = new Set<string>(called.map(({ kind }) => kind).filter((kind) => kind !== 'thing'));
  if (kinds.size !== 1 || !(kinds.has('person') || kinds.has('place'))) return false;
  const given = kindOf(type, schema);
  if (kinds.has('person') ? given === 'place' : given === 'person') return true;
  return called.every(({ id, kind }) => !kinds.has(kind) || clash(id, type, schema));
}

function kindOf(
  type: string | undefined,
  schema: KbSchema,
): 'date' | 'number' | 'place' | 'person' | 'group' | 'event' | 'thing' | 'unknown' {
  if (type === undefined || type === 'common.topic') return 'unknown';
  if (schema.type(type)?.literal === 'datetime') return 'date';
  if (isNumber(type, schema)) return 'number';
  const includes = schema.included(type) as ReadonlySet<string>;
  if (includes.has('people.person') || includes.has('fictional_universe.fictional_character'))
    return 'person';
  if (GROUPS.some((group) => includes.has(group))) return 'group';
  if (includes.has('time.event')) return 'event';
  if (includes.has('location.location')) return 'place';
  return TOLD_APART.every((id) => schema.hasType(id)) ? 'thing' : 'unknown';
}

/** A schema with other names for these does not tell what is neither. */
const TOLD_APART = ['people.person', 'location.location'];

/** Whom a question may mean by who, though they are no persons. */
const GROUPS = [
  'organization.organization',
  'sports.sports_team',
  'music.artist',
  'music.musical_group',
  'award.award_winner',
  'award.award_nominee',
  'people.family',
  'government.political_party',
  'biology.organism',
];

const KINDS = [
  { words: /^(?:when|what (?:year|date|day))$/, kind: 'date' },
  { words: /^how (?:many|much|long|old|tall|big|far|large)$/, kind: 'number' },
  { words: /^where$/, kind: 'place' },
  { words: /^who(?:m|se)?$/, kind: 'person' },
] as const;
