/** Features of the whole list of candidates, from which the confidence in its best one is computed. */
import { lastWord, stem } from '../../language/english/nouns';
import { hasWholeName, type LinkedEntity, type Linking } from '../../question/linking/linking';
import { nameTokens } from '../../question/linking/name-tokens';
import { contentWordsOutside } from '../../language/english/words';
import { isCovered, type TextRange } from '../../language/text/range';
import { NO_ORDER_BEFORE } from '../../language/english/superlatives';
import { agentVerb } from './agent-verb';
import type { Feature } from './features';
import type { LinkedQuestion } from './linked-question';
import { mentionsOf } from './mention-features';
import { ownWords } from '../enumerate/id-words';
import { superlativeMeasures } from '../enumerate/measures';
import type { Candidate } from '../enumerate/candidate';
import type { RankedCandidate, Ranking } from './rank';

export interface RankedList {
  readonly question: LinkedQuestion;
  readonly linking: Linking;
  /** The features of the best candidate. */
  readonly features: ReadonlyMap<string, number>;
  /** The best first. */
  readonly ranked: readonly RankedCandidate[];
  /** The score of the best hypothetical candidate; undefined if there is none. */
  readonly hypotheticalScore: number | undefined;
}

/** Features of the best candidate that are copied. */
const COPIED_FEATURES: readonly string[] = [
  'said, unsaid, unsaid share, nothing left, last own, last range, owner, exact, exact around',
  'queries, community, ends, link, popularity, mention words, mention content, mention share',
  'match exact, match folded, match plural, match partial, match fuzzy, counts asked, counts missed',
  'extreme, from value, of class, class said, focus, inside, idle, some idle, extreme near',
  'extreme fits, extreme misfits, extreme missed, compare fit, comparison idle, year idle, now idle',
  'part says nothing, within, end says nothing, both parts say, both parts plainly say, whole class',
  'person fits, person misfits, place fits, place misfits, date misfits, number misfits',
  'date unasked, number unasked, group for a place, noun, noun exact, noun unsaid, event for a date',
  'noun before the end, idle likely, leaves out, leaves something out, leaves out the noun',
  'leaves out a name',
].flatMap((names) => names.split(', '));

/** Features that make a lead over the other candidates less significant. */
const NEGATIVE_FEATURES = [
  'leaves something out',
  'leaves out the noun',
  'unsaid share',
  'noun unsaid',
  'person misfits',
  'place misfits',
  'date misfits',
] as const;

export function confidenceFeatures(list: RankedList): readonly Feature[] {
  const { linking, features, ranked } = list;
  const { words } = list.question;
  const [best, ...others] = ranked;
  if (!best) return [['none', 1]];
  const top = ranked.slice(0, 30).map(({ score }) => Math.exp(score - best.score));
  const share = 1 / top.reduce((sum, each) => sum + each, 0);
  // The same relations with another condition do not compete with the best candidate.
  const pathOf = ({ candidate }: RankedCandidate): string =>
    candidate.hops.map(({ relation }) => relation).join();
  const rival = others.find((other) => pathOf(other) !== pathOf(best));
  const used = mentionsOf(best.candidate);
  const content = words.filter((word) => word.content);
  const outside = contentWordsOutside(words, used);
  const linkedMentions = linking.entities.map(({ mention }) => mention);
  const linked = outside.filter(({ range }) => isCovered(range, linkedMentions));
  const comparison = compareWithHypothetical(best.score, list.hypotheticalScore);
  const negative = NEGATIVE_FEATURES.map((name) => [name, features.get(name) ?? 0] as const);
  return [
    ['bias', 1],
    ...[...negative, ...comparison].map(([name, value]): Feature => [`share, ${name}`, share * value]),
    ['score', best.score / 10],
    ['margin', Math.min(5, best.score - (rival?.score ?? best.score - 5)) / 5],
    ['share', share],
    ...comparison,
    ['candidates', Math.log2(1 + ranked.length) / 10],
    ['outside', outside.length / Math.max(1, words.length)],
    ['outside many', Math.min(6, outside.length) / 6],
    ['linked outside', linked.length / Math.max(1, content.length)],
    [`hops ${best.candidate.hops.length}`, 1],
    ['also', best.candidate.also ? 1 : 0],
    ...COPIED_FEATURES.map((name): Feature => [name, features.get(name) ?? 0]),
  ];
}

/** Whether a candidate without facts in the KB would express the question better. */
function compareWithHypothetical(score: number, hypothetical: number | undefined): readonly Feature[] {
  if (hypothetical === undefined) return [['nothing lacks', 1]];
  const lead = Math.max(-5, Math.min(5, score - hypothetical)) / 5;
  return [
    ['lead over what lacks', lead],
    ['what lacks is better', lead < 0 ? 1 : 0],
  ];
}

/** For candidates that cover no word of the question. Correct ones are too rare to learn a weight from. */
const FACTOR_IF_UNCOVERED = 0.5;

export function coverageFactor(features: Iterable<Feature>): number {
  const values = new Map(features);
  const valueOf = (name: string): number => values.get(name) ?? 0;
  const coversNothing = valueOf('unsaid share') >= 1 && valueOf('unsaid') > 0.5 && valueOf('noun unsaid') > 0;
  return coversNothing ? FACTOR_IF_UNCOVERED : 1;
}

/** Whether the candidate with this index expresses nothing of the verb: “which films did … turn down”, “the country where … ends”. */
export function omitsVerb(index: number | undefined, ranking: Ranking): boolean {
  const candidate = index === undefined ? undefined : ranking.ranked[index]?.candidate;
  if (!candidate) return false;
  const { text, words } = ranking.question;
  const { start } = candidate;
  const agent = agentVerb(ranking.question);
  const { mention } = start ?? {};
  const hasSubject = mention && BEFORE_SUBJECT.test(text.slice(0, mention.start));
  const next = hasSubject ? words.find(({ range }) => range.start > mention.end) : undefined;
  return ranking
    .unexpressedWords(candidate)
    .filter(({ word }) => !LIGHT_VERB.test(word))
    .some(({ range }) => range.start === agent?.range.start || range.start === next?.range.start);
}

/** Verbs that say little: “what form of government does … use”, “like to play” */
const LIGHT_VERB = /^(?:use|used|like|want|need|get|go|come|try|start|begin)$/;

/** “did the” before the subject of a question, or “where the” before that of a clause */
const BEFORE_SUBJECT = /(?:\b(?:did|does|do)|\S\s+(?:where|that|which|whom?))\s+(?:the\s+)?$/i;

/** A correct candidate nearly always expresses a word that asks for a certain relation. */
const FACTOR_IF_WORD_OMITTED = 0.45;
/** For answers of the wrong kind, and for candidates that omit the noun of the question. */
const FACTOR_IF_WRONG_KIND = 0.11;

/** The factor by which fixed rules reduce the confidence in the candidate with this index. */
export function ruleFactor(
  index: number | undefined,
  ranking: Ranking,
  /** Whether a model judges what the candidate expresses. */
  isJudgedByModel = false,
): number {
  const candidate = index === undefined ? undefined : ranking.ranked[index]?.candidate;
  if (!candidate) return 1;
  const omitted = ranking.omittedWords(candidate);
  const noun = stem(lastWord(ranking.question.noun));
  if (
    ranking.isOfWrongKind(candidate) ||
    omitted.some((word) => word.stem === noun) ||
    ordersOtherThings(candidate, ranking)
  )
    return FACTOR_IF_WRONG_KIND;
  const { start } = candidate;
  const other = ranking.likelierStart(candidate);
  // The KB lacks the facts about what is probably meant: the headquarters of Sony, but not those of Sony Music.
  const shareOfStart = start && other ? start.score / (start.score + other.score) : 1;
  const factor = (omitted.length ? FACTOR_IF_WORD_OMITTED : 1) * shareOfStart;
  return isJudgedByModel ? factor : Math.min(factor, expressionFactor(candidate, ranking));
}

/**
 * For candidates that express no word of the question, whose superlative is by another measure or omitted, or that go through
 * facts that the question does not mention.
 */
const FACTOR_IF_NOTHING_EXPRESSED = 0.35;
/** If there is no word to express, the meaning is only learned from other questions. */
const FACTOR_IF_OPEN = 0.7;
/** If the answers at least have the kind that the question word asks for: where, when, how many. */
const FACTOR_IF_ONLY_KIND_EXPRESSED = 0.85;
const FACTOR_IF_NOUN_UNEXPRESSED = 0.75;
/** "Who is the king" asks for a role, and an official is something else. */
const FACTOR_IF_OTHER_ROLE = 0.45;
const FACTOR_IF_HARDLY_LINKED = 0.65;
const FACTOR_IF_PART_OF_ALIAS = 0.5;
const FACTOR_IF_UNASKED = 0.7;
/** The score of an entity that shares only a part of its name with the question, and is hardly ever meant. */
const MIN_LINK_SCORE = 0.02;
/** The same for an entity beside another one. */
const MIN_OTHER_LINK_SCORE = 0.03;

function expressionFactor(candidate: Candidate, ranking: Ranking): number {
  const { expressed, open } = ranking.expressed(candidate);
  const features = new Map(ranking.featuresOf(candidate));
  const isByOtherMeasure =
    features.has('extreme misfits') ||
    (candidate.extreme !== undefined && !superlativeMeasures(ranking.question).length);
  const { start, also } = candidate;
  const isUnmentioned = !also && ranking.continuesUnmentioned(candidate);
  if (
    expressed === 'nothing' ||
    isByOtherMeasure ||
    isUnmentioned ||
    omitsOrder(candidate, ranking) ||
    omitsSequence(candidate, ranking)
  )
    return FACTOR_IF_NOTHING_EXPRESSED;
  const isHardlyLinked = ({ match, score }: LinkedEntity, min: number): boolean =>
    !hasWholeName({ match }) && score < min;
  if (
    (start && isHardlyLinked(start, MIN_LINK_SCORE)) ||
    (also && isHardlyLinked(also.entity, MIN_OTHER_LINK_SCORE))
  )
    return FACTOR_IF_HARDLY_LINKED;
  if ([start, also?.entity].some((entity) => entity && hasPartOfAlias(entity, ranking.question)))
    return FACTOR_IF_PART_OF_ALIAS;
  if (ranking.hasUnaskedMeaning(candidate)) return FACTOR_IF_UNASKED;
  if (!ranking.expressesNoun(candidate))
    return ranking.question.kind === 'who' ? FACTOR_IF_OTHER_ROLE : FACTOR_IF_NOUN_UNEXPRESSED;
  if (expressed === 'open') return FACTOR_IF_OPEN;
  return expressed === 'kind' && open ? FACTOR_IF_ONLY_KIND_EXPRESSED : 1;
}

/** Whether the question has only a part of an alias, and nothing of the name: “China” of “China Hong Kong”, which is Hong Kong. */
function hasPartOfAlias(
  { match, name, alias, mention }: LinkedEntity,
  { text }: Ranking['question'],
): boolean {
  if (match !== 'partial' || alias === undefined || !mention) return false;
  const wordsOf = (phrase: string): ReadonlySet<string> =>
    new Set(nameTokens(phrase).map(({ bare }) => bare));
  const [own, other] = [wordsOf(name), wordsOf(alias)];
  const mentioned = [...wordsOf(text.slice(mention.start, mention.end))];
  return mentioned.every((word) => other.has(word)) && !mentioned.some((word) => own.has(word));
}

/**
 * Whether the superlative is about something else than the answers, and they are ordered by another measure: the country with the
 * longest river is not the one with the largest area.
 */
function ordersOtherThings(candidate: Candidate, { question, featuresOf }: Ranking): boolean {
  const { hops, extreme, endType, type = endType } = candidate;
  const { text, words, noun, superlative } = question;
  if (!extreme || !superlative || !new Map(featuresOf(candidate)).has('extreme misfits')) return false;
  const end = text.toLowerCase().indexOf(superlative.words) + superlative.words.length;
  const next = words.find(({ range }) => range.start >= end)?.stem;
  const { relation, via = relation } = extreme;
  const own = [...hops.map((hop) => hop.relation), relation, via, type].flatMap(ownWords);
  return next !== undefined && next !== stem(lastWord(noun)) && !own.includes(next);
}

/** Whether the question ends with “before obama”, and the candidate has no relation to who came before. */
function omitsSequence(
  { hops, compare, time }: Candidate,
  { question: { text, mentions } }: Ranking,
): boolean {
  if (compare ?? time) return false;
  const isLast = ({ start, end }: TextRange): boolean =>
    /\b(?:before|after)\s+(?:the\s+)?$/i.test(text.slice(0, start)) && /^\s*[?.!]*$/.test(text.slice(end));
  return (
    mentions.some(isLast) &&
    !hops.some(({ relation }) =>
      /previous|next|preced|succe|predecessor|follow|sequel|prequel/.test(relation),
    )
  );
}

/** Whether the question asks for the first, the second or the last of several answers, and the candidate has them all. */
function omitsOrder({ extreme, time, counts, ends = 1, ...rest }: Candidate, { question }: Ranking): boolean {
  const order = question.superlative;
  const ordinal = ORDINAL.exec(question.text);
  const words = order?.isMeasuredByDate === true ? order.words : ordinal?.[0];
  if (words === undefined || extreme || time || counts || ends < 2) return false;
  const at = question.text.indexOf(words);
  const range = { start: at, end: at + words.length };
  return !isCovered(range, [...mentionsOf(rest), ...question.literals.map(({ mention }) => mention)]);
}

const ORDINAL = new RegExp(
  String.raw`\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))\b(?! (?:${NO_ORDER_BEFORE})\b)`,
  'i',
);
