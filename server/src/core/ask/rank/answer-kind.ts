import type { KbSchema } from '../../kb/schema';
import type { Candidate } from '../candidates/candidate';
import { isNumber } from '../candidates/measures';
import type { Add, Asked } from './features';

/** Whether what comes is of the kind that the question's first word asks for. */
export function kindOfAnswer(
  { cues: { wh, quantity } }: Asked,
  { endType, type = endType, counts }: Candidate,
  schema: KbSchema,
  add: Add,
): void {
  const asked = KINDS.find(({ words }) => words.test(wh))?.kind ?? (quantity ? 'number' : undefined);
  const given = counts ? 'number' : kindOf(type, schema);
  if (asked === undefined) {
    if (given === 'date' || given === 'number') add(`${given} unasked`);
  } else if (given === 'group' || given === 'event') add(`${given} for a ${asked}`);
  else if (given !== 'unknown') add(given === asked ? `${asked} fits` : `${asked} misfits`);
}

/**
 * What cannot be the answer: a thing for how deep, a date or a number for who or where, and a thing for who is the king, unless it is
 * called so. Who somebody is may well be a profession.
 */
export function isOfWrongKind(
  { focus: { kind, noun } }: Pick<Asked, 'focus'>,
  { endType, type = endType, counts }: Candidate,
  schema: KbSchema,
  says: (word: string) => boolean,
): boolean {
  const given = counts ? 'number' : kindOf(type, schema);
  const isValue = given === 'date' || given === 'number';
  if (kind === 'who' && given === 'thing') return noun?.split(' ').every((word) => !says(word)) ?? false;
  if (kind === 'who' || kind === 'where') return isValue;
  const isText = type !== undefined && schema.type(type)?.kind === 'literal';
  return kind === 'howMuch' && given !== 'unknown' && !isValue && !isText;
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
