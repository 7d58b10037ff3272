import { typeClash } from '../../schema/inference/clash';
import type { KbSchema } from '../../schema/schema';
import { stem } from '../../language/english/nouns';
import { classesByLastWord } from '../enumerate/classes-by-name';
import type { Candidate } from '../enumerate/candidate';
import { isNumber } from '../enumerate/measures';
import { endTypeOf } from '../surroundings/directions';
import type { AddFeature } from './features';
import type { LinkedQuestion } from './linked-question';
import { asksForRelation, isPersonalRelation, ownWords } from './relation-words';
import { isAboutContainer } from './containment';

type AnswerKind = 'date' | 'number' | 'place' | 'person' | 'group' | 'event' | 'thing' | 'unknown';

/** Whether the answers have the kind that the question word asks for. */
export function addAnswerKind(
  { interrogative: asking, quantity }: LinkedQuestion,
  candidate: Candidate,
  schema: KbSchema,
  add: AddFeature,
): void {
  const asked =
    KINDS_BY_QUESTION_WORD.find(({ words }) => words.test(asking))?.kind ?? (quantity ? 'number' : undefined);
  const kind = answerKind(candidate, schema);
  if (asked === undefined) {
    if (kind === 'date' || kind === 'number') add(`${kind} unasked`);
  } else if (kind === 'group' || kind === 'event') add(`${kind} for a ${asked}`);
  else if (kind !== 'unknown') add(kind === asked ? `${asked} fits` : `${asked} misfits`);
}

/**
 * Whether the answers cannot be what the question asks for: anything but a number for "how many", a date or a number for
 * "who" or "where", a place, person or group for "when" or "what year", a thing for "who is the king" or "who did …", a
 * character for "who plays …", a place for a noun that names persons, roles or measures or for what someone died of, a currency
 * for a budget, the capital for the cities of a country, or facts about another place than the mentioned one. "Who is …" may ask for a profession.
 */
export function isOfWrongKind(
  question: Pick<LinkedQuestion, 'kind' | 'noun' | 'words' | 'superlative'>,
  candidate: Candidate,
  schema: KbSchema,
  expresses: (word: string) => boolean,
): boolean {
  const { kind: asked, noun, words } = question;
  const { endType, type = endType } = candidate;
  const kind = answerKind(candidate, schema);
  const isValue = kind === 'date' || kind === 'number';
  if (isAboutContainer(candidate, words, kind === 'person')) return true;
  // Events have a time: "what year did the Lakers win" may be answered with a championship.
  const cannotBeTime =
    /^(?:place|person|group)$/.test(kind) || (kind !== 'date' && candidate.turn !== undefined);
  if (cannotBeTime && asksForTime({ kind: asked, noun })) return true;
  const asksForCause = CAUSE_OF_DEATH.test(words.map(({ word }) => word).join(' '));
  if (asksForCause && (kind === 'place' || continuesCause(candidate))) return true;
  // Works are books or films, not what someone works as.
  if (noun === 'works' && type === 'people.profession') return true;
  if (asked === 'who' && PLACE_RELATION.test(candidate.hops.at(-1)?.relation ?? '')) return true;
  // The mother of a country is not the region around it, and the wife of a man is not a kind of marriage.
  if (asked === 'who' && kind === 'place' && asksForRelation(stem(lastWord(noun ?? '')))) return true;
  if (kind === 'thing' && isPersonalRelation(stem(lastWord(noun ?? '')))) return true;
  if (asked === 'who' && type !== undefined && asksForActor(words) && isCharacter(type, schema)) return true;
  if (asked === 'who' && asksForAgent(words) && isNoAgent(type, words, candidate)) return true;
  // "Where is …" does not ask for a place of birth, and "where is … from" does.
  if (asked === 'where' && isBirthplace(candidate) && !words.some(({ word }) => ORIGIN.test(word)))
    return true;
  if (asked === 'where' && type === 'people.profession') return true;
  if (asked === 'who' && kind === 'thing' && noun !== undefined)
    return noun.split(' ').every((word) => !expresses(word));
  if (asked === 'who' || asked === 'where')
    return (
      isValue ||
      (asked === 'who' && asksForAgent(words) && AGENTS.every((agent) => clash(agent, type, schema)))
    );
  if (asked === 'howMuch' || asked === 'howMany') {
    const isText = type !== undefined && schema.type(type)?.kind === 'literal' && kind !== 'date';
    const isTime = kind === 'date' && asked === 'howMuch' && (noun === 'age' || noun === 'length');
    return kind !== 'unknown' && kind !== 'number' && !isText && !isTime;
  }
  if (isUnaskedUnit(candidate, words)) return true;
  if (isCapital(candidate) && asksForAnyCity(question)) return true;
  if (kind === 'thing' && asksForRulers(question)) return true;
  if (MEASURE.test(noun ?? ''))
    return kind !== 'number' && kind !== 'unknown' && !isInRelationName(noun ?? '', candidate);
  if (noun !== undefined && ROLE.test(noun)) return kind === 'place' || kind === 'person' || isValue;
  // An area may be a place, or the value of a relation of a place.
  if (noun === undefined || isInRelationName(noun, candidate)) return false;
  return contradictsNoun(noun, type, schema) || passesNoun(noun, candidate, schema);
}

/** Whether the question asks when something was. */
export function asksForTime({ kind, noun = '' }: Pick<LinkedQuestion, 'kind' | 'noun'>): boolean {
  return kind === 'when' || /\b(?:year|date|day|month|decade|century)s?$/.test(noun);
}

/** `organization.place_founded` */
const PLACE_RELATION = /\.(?:\w*_)?(?:places?|locations?|city|citytown)(?:_\w*)?$/;

const CAUSE_OF_DEATH = /\b(?:cause of \w* ?death|(?:die|died|dying) (?:of|from))\b/;

/** Whether the path goes on from a cause of death: to other diseases with the same risk. */
function continuesCause({ hops }: Candidate): boolean {
  return hops.slice(0, -1).some(({ relation }) => relation.endsWith('.cause_of_death'));
}

/** A measure is a number, or the value of a relation with its name. */
const MEASURE = /^(?:area|population|height|length|width|depth|size|elevation|weight|mass|age|temperature)$/;

const CHARACTER = 'fictional_universe.fictional_character';

function isCharacter(type: string, schema: KbSchema): boolean {
  return (schema.includedTypes(type) as ReadonlySet<string>).has(CHARACTER);
}

/** "who plays …" asks for an actor, not for a character. */
function asksForActor(words: LinkedQuestion['words']): boolean {
  return /^(?:play|plays|played|portrays|portrayed|voices|voiced)$/.test(wordAfterWho(words) ?? '');
}

/** The word after "who", or after "which" of "which person". */
function wordAfterWho(words: LinkedQuestion['words']): string | undefined {
  const at = words.findIndex(({ word }) => word === 'who');
  return words[at < 0 ? 1 : at + 1]?.word;
}

function isCapital({ hops }: Candidate): boolean {
  return ownWords(hops.at(-1)?.relation).includes('capital');
}

/** "what cities", or "the largest city": the capital is only one of them. */
function asksForAnyCity({
  noun = '',
  words,
  superlative,
}: Pick<LinkedQuestion, 'noun' | 'words' | 'superlative'>): boolean {
  const isCity = /(?:^| )(?:cit(?:y|ies)|towns?)$/.test(noun);
  return (
    isCity &&
    (superlative !== undefined || noun.endsWith('s')) &&
    !words.some(({ word }) => /^(?:capitals?|seats?)$/.test(word))
  );
}

/** "kings of France", which are not its form of government. */
function asksForRulers({ noun, words }: Pick<LinkedQuestion, 'noun' | 'words'>): boolean {
  const head = noun === undefined ? words.find(({ content }) => content)?.word : lastWord(noun);
  return RULER.test(head ?? '');
}

const RULER = /^(?:king|queen|emperor|empress|monarch|president|minister|chancellor|governor|mayor)s?$/;

/** A role is neither a person nor a place. */
const ROLE = /(?:^| )(?:position|job|profession|occupation|office)s?$/;

/**
 * Whether the answer is the unit of an amount, and the question does not ask for it: a budget is not a currency, and the
 * currency of a gross domestic product is not that of the country.
 */
function isUnaskedUnit({ hops }: Candidate, words: LinkedQuestion['words']): boolean {
  const [amount, unit] = hops.slice(-2).map(({ relation }) => relation);
  if (unit === undefined || !UNIT.test(unit)) return false;
  const isUnitAsked = words.some(({ word }) => UNIT_WORD.test(word));
  const isAmountMentioned = words.some(
    ({ word, stem }) => !UNIT_WORD.test(word) && ownWords(amount).includes(stem),
  );
  return !isUnitAsked || !isAmountMentioned;
}

/** `budget.currency`, `adjusted_money_value.adjustment_currency` */
const UNIT = /[._](?:currency|units?)$/;
const UNIT_WORD = /^(?:currenc|mone|unit)/;

function isInRelationName(noun: string, { hops, turn = 0 }: Candidate): boolean {
  const head = stem(lastWord(noun));
  return hops.slice(turn).some(({ relation }) => ownWords(relation).includes(head));
}

const AGENTS = ['people.person', 'organization.organization'];

function clash(left: string, right: string | undefined, schema: KbSchema): boolean {
  return right !== undefined && typeClash(schema, left, right) !== 'none';
}

/** "who wrote …", but not "who is …" */
function asksForAgent(words: LinkedQuestion['words']): boolean {
  const next = wordAfterWho(words);
  return next !== undefined && !/^(?:s|is|are|was|were|am|be|been)$/.test(next);
}

/** Whether the answers cannot act, or the question asks for a killer and the relation does not: "who assassinated …". */
function isNoAgent(type: string | undefined, words: LinkedQuestion['words'], { hops }: Candidate): boolean {
  const isKilling = KILLS.test(wordAfterWho(words) ?? '');
  return (
    NO_AGENT.test(type ?? '') || (isKilling && hops.every(({ relation }) => !KILLING_RELATION.test(relation)))
  );
}

const NO_AGENT =
  /^(?:people\.profession|film\.film|tv\.tv_program|book\.(?:book|written_work)|award\.award)$/;
const KILLS = /^(?:killed|assassinated|murdered|shot|executed)$/;
const KILLING_RELATION = /kill|assassin|murder|execut|victim|perpetrator|crime|shoot/;

function isBirthplace({ hops }: Candidate): boolean {
  return hops.at(-1)?.relation.endsWith('.place_of_birth') ?? false;
}

const ORIGIN =
  /^(?:from|born|birth|birthplace|hometown|home|native|come|comes|came|raised|grow|grew|origin\w*)$/;

/** Whether the path passes what the noun names and ends at something else: from actors to their films. */
function passesNoun(
  noun: string,
  { hops, endType = '', type = endType }: Candidate,
  schema: KbSchema,
): boolean {
  const classes = classesByLastWord(lastWord(noun), schema);
  const passed = hops
    .slice(1)
    .map(({ relation, reverse }) => endTypeOf({ relation, reverse: !reverse }, schema) ?? '');
  return !classes.includes(type) && passed.some((each) => classes.includes(each));
}

/** Whether the noun names persons or places, and no class with this name is compatible with the type. */
function contradictsNoun(noun: string, type: string | undefined, schema: KbSchema): boolean {
  const classes = classesByLastWord(lastWord(noun), schema).map((id) => ({ id, kind: kindOf(id, schema) }));
  const kinds = new Set<string>(classes.map(({ kind }) => kind).filter((kind) => kind !== 'thing'));
  if (kinds.size !== 1 || !(kinds.has('person') || kinds.has('place'))) return false;
  if (kindOf(type, schema) === (kinds.has('person') ? 'place' : 'person')) return true;
  return classes.every(({ id, kind }) => !kinds.has(kind) || clash(id, type, schema));
}

function answerKind({ endType, type = endType, counts }: Candidate, schema: KbSchema): AnswerKind {
  return counts ? 'number' : kindOf(type, schema);
}

function kindOf(type: string | undefined, schema: KbSchema): AnswerKind {
  if (type === undefined || type === 'common.topic') return 'unknown';
  if (schema.type(type)?.literal === 'datetime') return 'date';
  if (isNumber(type, schema)) return 'number';
  const includes = schema.includedTypes(type) as ReadonlySet<string>;
  if (includes.has('people.person') || isCharacter(type, schema)) return 'person';
  if (GROUPS.some((group) => includes.has(group))) return 'group';
  if (includes.has('time.event')) return 'event';
  if (includes.has('location.location')) return 'place';
  return schema.hasType('people.person') && schema.hasType('location.location') ? 'thing' : 'unknown';
}

/** Whether "who is …" may ask about something of these types: an office is not a person. */
export function mayBeSomeone(types: readonly string[], schema: KbSchema): boolean {
  const kinds = types.map((type) => kindOf(type, schema));
  return (
    kinds.every((kind) => kind === 'unknown') || kinds.some((kind) => kind === 'person' || kind === 'group')
  );
}

function lastWord(noun: string): string {
  return noun.split(' ').at(-1) ?? '';
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

const KINDS_BY_QUESTION_WORD = [
  { words: /^(?:when|what (?:year|date|day))$/, kind: 'date' },
  { words: /^how (?:many|much|long|old|tall|big|far|large)$/, kind: 'number' },
  { words: /^where$/, kind: 'place' },
  { words: /^who(?:m|se)?$/, kind: 'person' },
] as const;
