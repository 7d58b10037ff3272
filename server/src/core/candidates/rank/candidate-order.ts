/** The order in which candidates are run: by score, unless one with a similar score expresses more of the question. */
import { lastWord, stem } from '../../language/english/nouns';
import { hopKey } from '../surroundings/surroundings';
import { hasParallelPaths, type Candidate } from '../enumerate/candidate';
import { usualClassName } from '../enumerate/classes-by-name';
import { candidateKey } from '../enumerate/enumerate';
import { mentionsOf } from './mention-features';
import { mostLikely, type RankedCandidate, type Ranking } from './rank';
import { ownWords } from '../enumerate/id-words';

/** A candidate whose score is lower by more than this is never moved to the front. */
const MAX_DISTANCE = 3;
/** The same for one that expresses a word that the best candidate omits. */
const MAX_DISTANCE_IF_OMITTED = 4;

/** A candidate with one of these features is not moved to the front. */
const DISQUALIFYING_FEATURES = [
  'person misfits',
  'place misfits',
  'date misfits',
  'number misfits',
  'date unasked',
  'number unasked',
  'noun unsaid',
  'noun before the end',
  'end says nothing',
] as const;

/** Indexes into the ranking, in the order in which the candidates are to be run. */
export function candidateOrder(ranking: Ranking, limit: number): readonly number[] {
  const indexes = [...ranking.ranked.keys()].slice(0, limit);
  const [best] = ranking.ranked;
  if (!best) return indexes;
  const omitsWords = ranking.omittedWords(best.candidate).length > 0;
  const isBetter = omitsWords
    ? expressesMore
    : ranking.isOfWrongKind(best.candidate)
      ? isOfRightKind
      : joinsNames(best.candidate, ranking)
        ? isParallel
        : isRestricted;
  const maxDistance = omitsWords ? MAX_DISTANCE_IF_OMITTED : MAX_DISTANCE;
  const likely = ranking.ranked.slice(0, limit).filter(({ score }) => score >= best.score - maxDistance);
  const betterThan = (
    other: Candidate | undefined,
    test: (candidate: Candidate, best: Candidate, ranking: Ranking) => boolean,
  ): Candidate | undefined =>
    other && likely.find(({ candidate }) => test(candidate, other, ranking))?.candidate;
  const better = betterThan(best.candidate, isBetter);
  const first =
    combinationOfBoth(ranking, likely) ??
    betterThan(best.candidate, comparesMore) ??
    ((isBetter === isOfRightKind && betterThan(better, isRestricted)) || better);
  const chosen = fromLikelierEntity(first ?? best.candidate, likely) ?? first;
  if (!chosen) return indexes;
  const index = ranking.ranked.findIndex(({ candidate }) => candidate === chosen);
  return [index, ...indexes.filter((other) => other !== index)];
}

/** The same candidate about the likeliest entity that the same words may mention: of China, not of “China Hong Kong”. */
function fromLikelierEntity(
  { start, ...rest }: Candidate,
  likely: readonly RankedCandidate[],
): Candidate | undefined {
  const { mention } = start ?? {};
  if (!start || !mention) return undefined;
  const key = candidateKey(rest);
  const others = likely.flatMap(({ candidate }) => {
    const { start: other, ...otherRest } = candidate;
    const isLikelier =
      other?.mention?.start === mention.start &&
      other.mention.end === mention.end &&
      other.score > start.score;
    return isLikelier && candidateKey(otherRest) === key ? [{ candidate, score: other.score }] : [];
  });
  return mostLikely(others)?.candidate;
}

/** Whether the candidate omits no word and its answers have the right kind. */
function isOfRightKind(candidate: Candidate, best: Candidate, ranking: Ranking): boolean {
  return (
    candidate.start?.id === best.start?.id &&
    !ranking.isOfWrongKind(candidate) &&
    !ranking.omittedWords(candidate).length
  );
}

/**
 * Whether it is the best candidate restricted to the class that the noun names: of everything that contains a mountain, the state. Or the
 * best candidate continues from there: to the capital of the state.
 */
function isRestricted(candidate: Candidate, best: Candidate, ranking: Ranking): boolean {
  const noun = headNoun(ranking);
  if (best.type !== undefined || isOfKind(best, noun)) return false;
  if (candidate.type === undefined || !isOfKind(candidate, noun)) return false;
  const { type: _, ...unrestricted } = candidate;
  if (candidateKey(unrestricted) === candidateKey(best)) return true;
  const isSaid = best.hops.some(({ relation }) => ownWords(relation).includes(noun));
  return !best.also && !isSaid && continues(best, unrestricted);
}

/** Whether only "and" is between the two names of the candidate, so that the question asks the same about both. */
function joinsNames({ start, also }: Candidate, { question }: Ranking): boolean {
  const [first, second] = [start?.mention, also?.entity.mention].sort(
    (left, right) => (left?.start ?? 0) - (right?.start ?? 0),
  );
  if (!first || !second) return false;
  const between = question.words.filter(({ range }) => range.start >= first.end && range.end <= second.start);
  return between.map(({ word }) => word).join(' ') === 'and';
}

/** If the question asks for what “both” names have: the candidate that combines them by the same path. */
function combinationOfBoth({ question }: Ranking, likely: readonly RankedCandidate[]): Candidate | undefined {
  const { text } = question;
  const isAfterBoth = (candidate: Candidate): boolean =>
    /\bboth\b/i.test(text.slice(0, Math.min(...mentionsOf(candidate).map(({ start }) => start))));
  if (!/\bboth\b/i.test(text)) return undefined;
  const lengthOf = (candidate: Candidate): number =>
    mentionsOf(candidate).reduce((sum, { start, end }) => sum + end - start, 0);
  const combinations = likely
    .map(({ candidate }) => candidate)
    .filter((each) => hasParallelPaths(each) && isAfterBoth(each));
  // “Harvard University” rather than “Harvard”.
  return combinations.reduce<Candidate | undefined>(
    (longest, next) => (longest && lengthOf(longest) >= lengthOf(next) ? longest : next),
    undefined,
  );
}

/** Whether both names of the best candidate are related to the answers by the same path. */
function isParallel(candidate: Candidate, best: Candidate): boolean {
  const { start, also } = candidate;
  const ids = [best.start?.id, best.also?.entity.id];
  if (!start || !also || !ids.includes(start.id) || !ids.includes(also.entity.id)) return false;
  return hasParallelPaths(candidate);
}

/** Whether the candidate expresses all words that the best expresses, and more. */
function expressesMore(candidate: Candidate, best: Candidate, ranking: Ranking): boolean {
  const omittedWords = (each: Candidate): readonly string[] =>
    ranking.omittedWords(each).map(({ word }) => word);
  const [omitted, omittedByBest] = [omittedWords(candidate), omittedWords(best)];
  if (omitted.length >= omittedByBest.length) return false;
  if (!omitted.every((word) => omittedByBest.includes(word))) return false;
  const noun = headNoun(ranking);
  if (isOfKind(best, noun) && !isOfKind(candidate, noun)) return false;
  const features = new Map(ranking.featuresOf(candidate));
  if (DISQUALIFYING_FEATURES.some((name) => features.get(name)) || ranking.isOfWrongKind(candidate))
    return false;
  if (!features.get('part says nothing')) return true;
  // A path whose first part expresses nothing must continue a candidate that does express something.
  const bestCoversWords = (new Map(ranking.featuresOf(best)).get('unsaid share') ?? 0) < 1;
  return bestCoversWords && continues(candidate, best);
}

/** A measure of this many times as many things is preferred. */
export const MIN_RATIO_OF_COMPARED = 3;

/** Whether it is the best candidate with another measure that far more members have: the population of cities, and not their area. */
function comparesMore(candidate: Candidate, best: Candidate, { question }: Ranking): boolean {
  const { extreme, ...rest } = candidate;
  const { extreme: bestExtreme, ...bestRest } = best;
  if (!extreme?.compared || !bestExtreme?.compared || extreme.which !== bestExtreme.which) return false;
  const measures = question.superlative?.measures ?? [];
  const isMeasuredBy = (words: readonly string[], { via, relation }: typeof extreme): boolean =>
    ownWords(via ?? relation).some((word) => words.includes(word));
  return (
    extreme.compared >= MIN_RATIO_OF_COMPARED * bestExtreme.compared &&
    candidateKey(rest) === candidateKey(bestRest) &&
    isMeasuredBy(measures, extreme) &&
    !isMeasuredBy(
      question.words.map(({ stem: word }) => word),
      bestExtreme,
    )
  );
}

function headNoun(ranking: Ranking): string {
  return stem(lastWord(ranking.question.noun));
}

function isOfKind({ endType, type = endType }: Candidate, noun: string): boolean {
  return ownWords(type).some((word) => word === usualClassName(noun) || word === noun);
}

/** Whether the path of a candidate begins with that of another one. */
export function continues({ start, hops }: Candidate, before: Candidate): boolean {
  return (
    start?.id === before.start?.id &&
    before.hops.every((hop, at) => hops[at] && hopKey(hops[at]) === hopKey(hop))
  );
}
