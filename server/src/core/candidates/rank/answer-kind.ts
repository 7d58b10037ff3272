/** The kind of thing that the answers of a candidate are, and that a question asks for. */
import type { KbSchema } from '../../schema/schema';
import type { Candidate } from '../enumerate/candidate';
import { isNumber } from '../enumerate/measures';
import type { AddFeature } from './features';
import type { LinkedQuestion } from './linked-question';

export type AnswerKind = 'date' | 'number' | 'place' | 'person' | 'group' | 'event' | 'thing' | 'unknown';

/** Whether the answers have the kind that the question word asks for. */
export function addAnswerKind(
  { interrogative, quantity }: LinkedQuestion,
  candidate: Candidate,
  schema: KbSchema,
  add: AddFeature,
): void {
  const askedKind =
    KINDS_BY_QUESTION_WORD.find(({ words }) => words.test(interrogative))?.kind ??
    (quantity ? 'number' : undefined);
  const kind = answerKind(candidate, schema);
  if (askedKind === undefined) {
    if (kind === 'date' || kind === 'number') add(`${kind} unasked`);
  } else if (kind === 'group' || kind === 'event') add(`${kind} for a ${askedKind}`);
  else if (kind !== 'unknown') add(kind === askedKind ? `${askedKind} fits` : `${askedKind} misfits`);
}

/** Whether the question asks when something was. */
export function asksForTime({ kind, noun = '' }: Pick<LinkedQuestion, 'kind' | 'noun'>): boolean {
  return kind === 'when' || /\b(?:year|(?:birth)?(?:date|day)|month|decade|century)s?$/.test(noun);
}

/** The kind of the answers of a candidate. */
export function answerKind({ endType, type = endType, counts }: Candidate, schema: KbSchema): AnswerKind {
  return counts ? 'number' : kindOf(type, schema);
}

export function kindOf(type: string | undefined, schema: KbSchema): AnswerKind {
  if (type === undefined || type === 'common.topic') return 'unknown';
  if (schema.type(type)?.literal === 'datetime') return 'date';
  if (isNumber(type, schema)) return 'number';
  const included: ReadonlySet<string> = schema.includedTypes(type);
  if (included.has('people.person') || isCharacter(type, schema)) return 'person';
  if (GROUPS.some((group) => included.has(group)) || COMPANY.test(type)) return 'group';
  if (included.has('time.event')) return 'event';
  if (included.has('location.location')) return 'place';
  return schema.hasType('people.person') && schema.hasType('location.location') ? 'thing' : 'unknown';
}

/** Whether "who is …" may ask about something of these types: an office is not a person. */
export function mayBeSomeone(types: readonly string[], schema: KbSchema): boolean {
  const kinds = types.map((type) => kindOf(type, schema));
  return (
    kinds.every((kind) => kind === 'unknown') || kinds.some((kind) => kind === 'person' || kind === 'group')
  );
}

export function isCharacter(type: string, schema: KbSchema): boolean {
  return schema.includesType(type, 'fictional_universe.fictional_character');
}

/** Types other than persons that "who" may ask for. */
const GROUPS = [
  'organization.organization',
  'organization.organization_founder',
  'sports.sports_team',
  'music.artist',
  'music.musical_group',
  'award.award_winner',
  'award.award_nominee',
  'people.family',
  'government.political_party',
  'biology.organism',
];
/** Classes of companies that the schema does not call organizations, such as `book.publishing_company`. */
const COMPANY =
  /[._](?:company|employer|publisher|developer|distributor|network|manufacturer|studio|agency)$/;

const KINDS_BY_QUESTION_WORD = [
  { words: /^(?:when|what (?:year|date|day))$/, kind: 'date' },
  { words: /^how (?:many|much|long|old|tall|big|far|large)$/, kind: 'number' },
  { words: /^where$/, kind: 'place' },
  { words: /^who(?:m|se)?$/, kind: 'person' },
] as const;
