/** Rules for answers that cannot be what the question asks for, each with a question that they do not answer. */
import { lastWord, stem } from '../../language/english/nouns';
import type { QuestionKind } from '../../language/english/question';
import { isCovered } from '../../language/text/range';
import { lastSegment } from '../../schema/name-index';
import { typeClash } from '../../schema/inference/clash';
import type { KbSchema } from '../../schema/schema';
import { hasParallelPaths, type Candidate } from '../enumerate/candidate';
import { classesByLastWord } from '../enumerate/classes-by-name';
import { endTypeOf } from '../surroundings/directions';
import { answerKind, asksForTime, isCharacter, kindOf, mayBeSomeone, type AnswerKind } from './answer-kind';
import { isAboutContainer } from '../enumerate/containment';
import type { LinkedQuestion } from './linked-question';
import { asksForAgent, wordAfterWho } from './agent-verb';
import { asksAboutRelative } from './relatives';
import { asksForRelation, isPersonalRelation } from './asked-relations';
import { mentionsOf } from './mention-features';
import { ownWords } from '../enumerate/id-words';

type Question = Pick<LinkedQuestion, 'text' | 'kind' | 'noun' | 'words' | 'superlative'>;

/** A question and the answers of a candidate. */
interface Comparison extends Pick<Question, 'noun' | 'words'> {
  readonly question: Question;
  /** The stem of the last word of the noun; empty if there is none. */
  readonly head: string;
  readonly candidate: Candidate;
  readonly kind: AnswerKind;
  readonly type: string | undefined;
  readonly schema: KbSchema;
  /** Whether the candidate expresses a word. */
  readonly expresses: (word: string) => boolean;
}

/** By name. Each returns whether the answers are of the wrong kind. */
type Rules = Readonly<Record<string, (comparison: Comparison) => boolean>>;

export function isOfWrongKind(
  question: Question,
  candidate: Candidate,
  schema: KbSchema,
  expresses: (word: string) => boolean,
): boolean {
  const { kind: askedKind, noun, words } = question;
  const { endType, type = endType } = candidate;
  const head = stem(lastWord(noun));
  const kind = answerKind(candidate, schema);
  const comparison = { question, noun, head, words, candidate, kind, type, schema, expresses };
  return [FOR_ALL, RULES_BY_KIND[askedKind] ?? FOR_NOUNS].some((rules) =>
    Object.values(rules).some((isWrong) => isWrong(comparison)),
  );
}

const FOR_ALL: Rules = {
  /** "what is the capital of Texas": not that of the country around it. */
  factsOfContainer: ({ candidate, words, kind }) => isAboutContainer(candidate, words, kind === 'person'),
  /**
   * "when was it founded": not a person. Events have a time: "what year did the Lakers win" may mean a championship. But "when was he born"
   * does not ask for events where he was born.
   */
  noTime: ({ question, candidate, kind, type, words }) =>
    (/^(?:place|person|group)$/.test(kind) ||
      type === 'people.cause_of_death' ||
      (kind !== 'date' &&
        candidate.turn !== undefined &&
        !(kind === 'event' && words.some(({ word }) => WINS.test(word))))) &&
    asksForTime(question),
  /** "what did he die of": neither a place nor a date. */
  noCauseOfDeath: ({ words, kind }) =>
    (kind === 'place' || kind === 'date') && CAUSE_OF_DEATH.test(words.map(({ word }) => word).join(' ')),
  /** "which disease caused his death": not others with the same risk. */
  passesCauseOfDeath: ({ candidate: { hops }, words }) =>
    hops.slice(0, -1).some(({ relation }) => relation.endsWith('.cause_of_death')) &&
    words.some(({ word }) => DEATH.test(word)),
  /** "where was the prize born": only people are born, but "where was jazz born" may ask for its origin. */
  neverBorn: ({ question: { text }, candidate: { start, hops }, schema }) =>
    start?.mention !== undefined &&
    BORN.test(`${text.slice(0, start.mention.start)}…${text.slice(start.mention.end)}`) &&
    !mayBeSomeone(start.types, schema) &&
    !hops.some(({ relation }) => relation.includes('origin')),
  /** "what are his works": books or films, not what he works as. */
  professionForWorks: ({ noun, type }) => noun === 'works' && type === 'people.profession',
  /** "who are the parents of him": not his children, and the other way round. "Who is he the son of" asks for the parents. */
  converseRelative: ({ head, words, candidate: { hops } }) =>
    words.at(-1)?.word !== 'of' &&
    ((PARENT.test(head) && leadOnly(hops, 'children', 'parents')) ||
      (CHILD.test(head) && leadOnly(hops, 'parents', 'children'))),
  /** "what is the capital of Berlin": not the country that has this capital. "What is Berlin the capital of" does ask for it. */
  converseNoun: ({ head, words, candidate: { hops }, schema }) => {
    const last = hops.at(-1);
    const { domain, range } = schema.relation(last?.relation ?? '') ?? {};
    return (
      last?.reverse === true &&
      domain !== range &&
      words.at(-1)?.word !== 'of' &&
      stem(lastSegment(last.relation)) === head
    );
  },
  /** "which film's sequel is it": not its own sequel. */
  ownForOwner: ({ question: { text }, candidate: { start, hops }, schema }) => {
    const owned = start?.mention && OWNED_BY.exec(text.slice(0, start.mention.start))?.[1];
    const last = hops.at(-1);
    const { domain, range } = schema.relation(last?.relation ?? '') ?? {};
    return (
      owned !== undefined &&
      last?.reverse === false &&
      domain === range &&
      ownWords(last.relation).includes(stem(lastWord(owned.trim().toLowerCase())))
    );
  },
  /** "what is the prequel of it": not the sequel, whose relation has the other one as its reverse. */
  namesReverse: ({ question: { text }, head, words, candidate: { start, hops }, schema }) => {
    const last = hops.at(-1);
    const { reverse } = schema.relation(last?.relation ?? '') ?? {};
    if (!last || reverse === undefined || words.at(-1)?.word === 'of') return false;
    const [named, opposite] = (last.reverse ? [reverse, last.relation] : [last.relation, reverse]).map(
      (relation) => stem(lastSegment(relation)),
    );
    // “which film is the prequel to it”
    const noun = start?.mention && NOUN_OF.exec(text.slice(0, start.mention.start))?.[1];
    return named !== opposite && (head === opposite || stem(noun ?? '') === opposite) && head !== named;
  },
  /** "films produced by him": not those that he directed. */
  otherAct: ({ question: { text, words }, candidate: { start, also }, expresses }) =>
    [start, also?.entity].some((entity) => {
      const verb = entity?.mention && ACT_BY.exec(text.slice(0, entity.mention.start))?.[1]?.toLowerCase();
      const word = words.find((each) => each.word === verb);
      return word !== undefined && asksForRelation(word.stem) && !expresses(word.word);
    }),
  /** "which awards did he win": not those that he was only nominated for. */
  nominationForWin: ({ candidate: { hops, also }, words }) =>
    [...hops, ...(also?.hops ?? [])].some(({ relation }) => /nomin/.test(relation)) &&
    words.some(({ word }) => WINS.test(word)) &&
    !words.some(({ word }) => word.startsWith('nomin')),
  /** "when were they married": not until when. */
  endForStart: ({ question, candidate: { hops }, words }) =>
    asksForTime(question) &&
    /\.(?:to|end|end_date)$/.test(hops.at(-1)?.relation ?? '') &&
    !words.some(({ word }) => ENDS.test(word)),
  /** "who did his father play", "who married his ex-wife": not the relative. */
  onlyRelative: ({ question, candidate: { start, turn, also } }) =>
    start?.mention !== undefined && turn === undefined && !also && asksAboutRelative(question, start.mention),
  /** "who was born in the same city as he": not the city. */
  onlyWhatIsShared: ({ question: { text }, candidate: { turn, also, counts } }) =>
    turn === undefined && !also && !counts && SHARED.test(text),
  /** "what wife does he have": not a kind of marriage. */
  thingForRelative: ({ kind, head }) => kind === 'thing' && isPersonalRelation(head),
};

const FOR_WHO: Rules = {
  /** "who founded it": not the place where it was founded. But who died there is somebody. */
  endsAtPlace: ({ candidate: { hops } }) => {
    const last = hops.at(-1);
    return last !== undefined && !last.reverse && PLACE_RELATION.test(last.relation);
  },
  /** "who is the mother of Russia": not the region around it. */
  placeForRelative: ({ kind, head }) => kind === 'place' && asksForRelation(head),
  /** "who plays him": not a character. */
  characterForActor: ({ words, type, schema }) =>
    type !== undefined && ACTS.test(wordAfterWho(words) ?? '') && isCharacter(type, schema),
  /** "who wrote it": not an award. */
  cannotAct: ({ words, type = '' }) => asksForAgent(words) && NO_AGENT.test(type),
  /** "who assassinated him": not his vice president. */
  noKiller: ({ candidate: { hops }, words }) =>
    KILLS.test(wordAfterWho(words) ?? '') && hops.every(({ relation }) => !KILLING_RELATION.test(relation)),
  /** "who discovered it": not the country. "Who speaks it" may ask for countries. */
  placeForPersonalAct: ({ kind, words }) => kind === 'place' && PERSONAL_ACT.test(wordAfterWho(words) ?? ''),
  /** "who starred in this film and that film": not who starred in one and was nominated for the other. */
  unlikePaths: ({ question: { text }, candidate: { start, also, hops } }) => {
    const [left, right] = [start?.mention, also?.entity.mention].sort(
      (one, other) => (one?.start ?? 0) - (other?.start ?? 0),
    );
    if (!also || !left || !right || !/^ and (?:the )?$/i.test(text.slice(left.end, right.start)))
      return false;
    const isSameClass = also.entity.types.some(
      (type) => type !== 'common.topic' && start?.types.includes(type),
    );
    return isSameClass && !hasParallelPaths({ also, hops });
  },
  /** "who coached him": not his teams. */
  noCoach: ({ words, candidate: { hops } }) =>
    COACHES.test(wordAfterWho(words) ?? '') &&
    !hops.some(({ relation }) => /coach|manager|trainer/.test(relation)),
  /** "who is the king of Spain": not a language. "Who is he" may ask for a profession. */
  thingForRole: ({ kind, noun, expresses }) =>
    kind === 'thing' && noun !== undefined && noun.split(' ').every((word) => !expresses(word)),
  /** "who discovered it": not a date. */
  valueForPerson: isValue,
  /** "who played in it": not a role. A noun that the candidate expresses is more certain than the types. */
  clashesWithAgents: ({ kind, noun, words, type, schema }) =>
    !(kind === 'thing' && noun !== undefined) &&
    asksForAgent(words) &&
    AGENTS.every((agent) => clash(agent, type, schema)),
};

const FOR_WHERE: Rules = {
  /** "where is he": not where he was born. "Where is he from" does ask for it. */
  birthplace: ({ candidate: { hops }, words }) =>
    hops.at(-1)?.relation.endsWith('.place_of_birth') === true &&
    !words.some(({ word }) => ORIGIN.test(word)),
  /** "where is he": not a profession. */
  profession: ({ type }) => type === 'people.profession',
  /** "where was it made": not by whom. */
  person: ({ kind, type = '' }) =>
    kind === 'person' || /(?:creator|author|writer|director|producer)$/.test(type),
  /** "where is it": not a number. */
  valueForPlace: isValue,
};

const FOR_AMOUNT: Rules = {
  /** "how deep is the lake": not a place. A text may have the amount, and a date that of "how old", but not "how old was he when". */
  noNumber: ({ question, noun, words, kind, type, schema }) => {
    const isText = type !== undefined && schema.type(type)?.kind === 'literal' && kind !== 'date';
    const isTime =
      kind === 'date' &&
      question.kind === 'howMuch' &&
      (noun === 'age' || noun === 'length') &&
      !words.some(({ word }) => word === 'when');
    return kind !== 'unknown' && kind !== 'number' && !isText && !isTime;
  },
};

const FOR_NOUNS: Rules = {
  /** "what was the budget of it": not its currency. "What currency does it have": not that of its budget. */
  unaskedUnit: ({ candidate: { hops }, words }) => {
    const [amount, unit] = hops.slice(-2).map(({ relation }) => relation);
    if (unit === undefined || !UNIT.test(unit)) return false;
    const isUnitAsked = words.some(({ word }) => UNIT_WORD.test(word));
    const isAmountMentioned = words.some(
      (each) => !UNIT_WORD.test(each.word) && ownWords(amount).includes(each.stem),
    );
    return !isUnitAsked || !isAmountMentioned;
  },
  /** "what cities are in it", "what is the largest city": the capital is only one of them. */
  capitalForCities: ({ question: { superlative }, candidate: { hops }, noun = '', words }) =>
    ownWords(hops.at(-1)?.relation).includes('capital') &&
    /(?:^| )(?:cit(?:y|ies)|towns?)$/.test(noun) &&
    (superlative !== undefined || noun.endsWith('s')) &&
    !words.some(({ word }) => /^(?:capitals?|seats?)$/.test(word)),
  /** "kings of France": not its form of government. */
  thingForRuler: ({ kind, noun, words, candidate }) => {
    const first = words.find(({ content }) => content);
    // A title is a part of the mention: “what was King Arthur known for”.
    const ruler = first && !isCovered(first.range, mentionsOf(candidate)) ? first.word : '';
    return kind === 'thing' && RULER.test(noun === undefined ? ruler : lastWord(noun));
  },
  /** "what is the population of it": not a place, unless the relation has the name of the measure. */
  noMeasure: (comparison) =>
    MEASURE.test(comparison.noun ?? '') &&
    comparison.kind !== 'number' &&
    comparison.kind !== 'unknown' &&
    !isInRelationName(comparison),
  /** "what position did he hold": neither a place nor a person. */
  noRole: (comparison) =>
    ROLE.test(comparison.noun ?? '') &&
    (/^(?:place|person|group)$/.test(comparison.kind) || isValue(comparison)),
  /** "what school did he study in": not what he studied. */
  subjectForSchool: ({ noun = '', type = '' }) =>
    /(?:^| )(?:schools?|colleges?|universit(?:y|ies))$/.test(noun) &&
    /^education\.(?:field_of_study|educational_degree)$/.test(type),
  /** "which prizes did he get": not those who won them. */
  winnerForAward: ({ noun = '', kind }) =>
    /(?:^| )(?:award|prize|medal)s?$/.test(noun) && (kind === 'person' || kind === 'group'),
  /** "what sport does he play": not his teams. */
  teamForSport: ({ noun = '', kind, candidate: { hops } }) =>
    /(?:^| )sports?$/.test(noun) && kind === 'group' && hops[0]?.relation.includes('athlete') === true,
  /** "what records did he make", "which songs did he record": not the company. */
  labelForRecord: ({ noun = '', words, type }) =>
    type === 'music.record_label' && (MUSIC.test(noun) || /^records?$/.test(words.at(-1)?.word ?? '')),
  /** "what are his books": not one edition. */
  editionForBook: ({ noun = '', type }) =>
    /(?:^| )(?:book|novel|work|poem)s$/.test(noun) && type === 'book.book_edition',
  /** "what paintings are by him": not painting as such. */
  artForWork: ({ noun = '', type }) =>
    /(?:^| )(?:painting|picture|artwork)s$/.test(noun) && type === 'visual_art.visual_art_form',
  /** "which companies did he start": not those that he worked for. */
  employerForFounder: ({ candidate: { hops }, words }) =>
    words.some(({ word }) => FOUNDS.test(word)) &&
    hops.some(({ relation }) => relation.endsWith('.employment_history')),
  /** "what degree does he have": not in what. */
  subjectForDegree: ({ noun = '', type }) =>
    /(?:^| )degrees?$/.test(noun) && type === 'education.field_of_study',
  /** "what ethnic group does he belong to": not a band. */
  noEthnicity: ({ noun = '', type }) =>
    /^(?:ethnic \w+|ethnicit(?:y|ies)|race)$/.test(noun) && type !== undefined && type !== 'people.ethnicity',
  /** "which presidents live there": not a place. "which actors starred in it": not a film, though some actors are also films. */
  contradictsNoun: (comparison) => {
    const { type, schema } = comparison;
    const named = classesOfNoun(comparison)
      .map((id) => ({ id, kind: kindOf(id, schema) }))
      .filter(({ kind }) => kind !== 'thing');
    const [asked, ...others] = new Set(named.map(({ kind }) => kind));
    if (others.length || (asked !== 'person' && asked !== 'place')) return false;
    const kind = kindOf(type, schema);
    if (kind === (asked === 'person' ? 'place' : 'person')) return true;
    const clashing = named.filter(({ id }) => clash(id, type, schema)).length;
    return kind === 'thing' ? clashing * 2 >= named.length : clashing === named.length;
  },
  /** "which actors play in it": not the other films of its actors. */
  passesNoun: (comparison) => {
    const { candidate, type = '', schema } = comparison;
    const classes = classesOfNoun(comparison);
    const passed = candidate.hops
      .slice(1)
      .map(({ relation, reverse }) => endTypeOf({ relation, reverse: !reverse }, schema) ?? '');
    return !classes.includes(type) && passed.some((each) => classes.includes(each));
  },
};

const RULES_BY_KIND: Readonly<Partial<Record<QuestionKind, Rules>>> = {
  who: FOR_WHO,
  where: FOR_WHERE,
  howMany: FOR_AMOUNT,
  howMuch: FOR_AMOUNT,
};

function isValue({ kind }: Comparison): boolean {
  return kind === 'date' || kind === 'number';
}

function clash(left: string, right: string | undefined, schema: KbSchema): boolean {
  return right !== undefined && typeClash(schema, left, right) !== 'none';
}

/** Whether the noun is in the name of a relation. An area may be a place, or the value of a relation of a place. */
function isInRelationName({ head, candidate: { hops, turn = 0 } }: Comparison): boolean {
  return hops.slice(turn).some(({ relation }) => ownWords(relation).includes(head));
}

/** The classes that the noun may name; none for a measure, a role, or a noun in the name of a relation. */
function classesOfNoun(comparison: Comparison): readonly string[] {
  const { noun, schema } = comparison;
  if (noun === undefined || MEASURE.test(noun) || ROLE.test(noun) || isInRelationName(comparison)) return [];
  return classesByLastWord(lastWord(noun), schema);
}

/** Whether hops lead to one kind of relatives, and none to the other. */
function leadOnly(
  hops: Candidate['hops'],
  to: 'children' | 'parents',
  other: 'children' | 'parents',
): boolean {
  const leadTo = (name: string, opposite: string): boolean =>
    hops.some(({ relation, reverse }) => relation.endsWith(`.${reverse ? opposite : name}`));
  return leadTo(to, other) && !leadTo(other, to);
}

/** "the prequel to" before a name */
const NOUN_OF = /\b(?:is|was|are|were) (?:the |an? )?(\p{Ll}+) (?:of|to) (?:the )?$/iu;
/** “which film's sequel is” before a name */
const OWNED_BY =
  /^\s*(?:whose|(?:which|what) [^'’]+['’]s) ((?:\p{L}+ ){1,3})(?:is|was|are|were) (?:the )?$/iu;
/** “the same genre”, but not “at the same time” */
const SHARED = /\b(?:the|a) same (?!time\b|name\b|as\b)\p{L}/iu;
const COACHES = /^(?:coach(?:es|ed)?|trains?|trained)$/;
const PERSONAL_ACT = /^(?:sings?|sang|writes?|wrote|acts?|acted|died?|dies|marri\w+|discover\w*|invent\w*)$/;
/** "produced by" before a name */
const ACT_BY = /\b(\p{L}+) by (?:the )?$/iu;
const PARENT = /^(?:parent|father|mother|dad|mom|mum)$/;
const CHILD = /^(?:child|children|kid|son|daughter)$/;
const AGENTS = ['people.person', 'organization.organization'];
const NO_AGENT =
  /^(?:people\.profession|film\.film|tv\.tv_program|book\.(?:book|written_work)|award\.award)$/;
const ACTS =
  /^(?:play|plays|played|portrays|portrayed|voices|voiced|stars|starred|acts|acted|appears|appeared)$/;
const FOUNDS = /^(?:start|started|found|founded|create|created|establish|established)$/;
const KILLS = /^(?:killed|assassinated|murdered|shot|executed)$/;
const KILLING_RELATION = /kill|assassin|murder|execut|victim|perpetrator|crime|shoot/;
/** `organization.place_founded` */
const PLACE_RELATION = /\.(?:\w*_)?(?:places?|locations?|city|citytown)(?:_\w*)?$/;
const ORIGIN =
  /^(?:from|born|birth|birthplace|hometown|home|native|come|comes|came|raised|grow|grew|origin\w*)$/;
const ENDS =
  /^(?:until|till|last|final|left|split|divorc|retire|resign|clos|broke|break|end|finish|stop|leav|quit|separat|dissol|disband|ceas|over|expir|step|lose|lost|fall|fell|out)/;
const MUSIC = /(?:^| )(?:record|song|track|album)s?$/;
const WINS = /^(?:w[io]n|wins|winning|winners?|receives?|received|gets?|got|gotten|awarded)$/;
/** With the name replaced by an ellipsis. */
const BORN = /\b(?:is|was|were) (?:the )?… (?:ever )?born\b/i;
const DEATH = /^(?:die|died|dying|death|killed)$/;
const CAUSE_OF_DEATH =
  /\b(?:cause of \w* ?death|(?:die|died|dying) (?:of|from))\b|^how (?:did|has) .* (?:die|died)$|\b(?:of|from) (?:what|which) .*(?:die|died)$|^what (?:\w+ )?killed\b/;
/** `budget.currency`, `adjusted_money_value.adjustment_currency` */
const UNIT = /[._](?:currency|units?)$/;
const UNIT_WORD = /^(?:currenc|mone|unit)/;
const RULER = /^(?:king|queen|emperor|empress|monarch|president|minister|chancellor|governor|mayor)s?$/;
const MEASURE =
  /(?:^| )(?:area|population|height|length|width|depth|size|elevation|weight|mass|age|temperature)$/;
const ROLE = /(?:^| )(?:position|job|profession|occupation|office)s?$/;
