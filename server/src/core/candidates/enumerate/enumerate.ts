/**
 * Enumerates the candidates of a question: paths from each linked entity first. The most likely paths are then followed to
 * their ends, and extended or restricted by the other parts of the question.
 */
import type { KbSchema } from '../../schema/schema';
import type { Linking } from '../../question/linking/linking';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import { hopKey, type Surroundings } from '../surroundings/surroundings';
import type { QuestionAnalysis } from '../../language/english/question';
import { contentWordsOutside, questionWords, type QuestionWord } from '../../language/english/words';
import { memoizeWeak } from '../../language/text/cache';
import { isWithin } from './containment';
import { createCandidate, type Candidate } from './candidate';
import { pathsFromEntities, endsAtNodes } from './entity-paths';
import { classSimilarity, restrictToClasses } from './class-restrictions';
import { pathsFromValue } from './value-paths';
import { addEntityConditions, type FollowedCandidate } from './entity-conditions';
import { candidatesToMembers } from './members';
import { extendPaths } from './extend-paths';
import { withoutDuplicates } from './duplicates';
import { addValueConditions } from './value-conditions';
import { wholeClassCandidates } from './whole-class';

export interface EnumerationLimits {
  /** Entities at which paths start. */
  readonly starts: number;
  /** Paths that are followed to their ends. */
  readonly followed: number;
  /** Ends of each path that are fetched. */
  readonly ends: number;
  /** Nodes in one request to the KB. */
  readonly nodes: number;
  /** Entities that a second condition may refer to. */
  readonly others: number;
  /** Candidates with an entity condition that may get a second condition. */
  readonly twoConditions: number;
  /** Paths that are extended. */
  readonly extended: number;
  /** Extended paths that may get a condition. */
  readonly extendedWithCondition: number;
}

export const ENUMERATION_LIMITS: EnumerationLimits = {
  starts: 8,
  followed: 14,
  ends: 300,
  nodes: 1000,
  others: 6,
  twoConditions: 4,
  extended: 5,
  extendedWithCondition: 4,
};

export interface EnumerationQuestion extends QuestionAnalysis {
  readonly now: string | undefined;
  readonly linking: Linking;
}

export interface EnumerationPorts {
  readonly around: Surroundings;
  readonly schema: KbSchema;
  readonly retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>;
  readonly score: (candidate: Candidate) => number;
  readonly isUncovered: IsUncovered;
}

/** Whether nothing in the candidate is similar to the word. */
type IsUncovered = (candidate: Candidate, word: string) => boolean;

export async function enumerateCandidates(
  question: EnumerationQuestion,
  ports: EnumerationPorts,
  limits: EnumerationLimits,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const { around, schema, retriever, score } = ports;
  const { words, orderWord, linking } = question;
  const starts = linking.entities.slice(0, limits.starts);
  const [{ chains, extended, followed, followedExtended }, toMembers, wholeClass] = await Promise.all([
    findPaths(question, ports, limits, signal),
    candidatesToMembers(starts, question, around, schema, signal),
    wholeClassCandidates(question, around, schema, retriever, signal),
  ]);
  const allFollowed = [...followed, ...followedExtended];
  const others = linking.entities.slice(0, limits.others);
  const [withEntity, ofClass] = await Promise.all([
    addEntityConditions(others, allFollowed, around, limits.nodes, signal),
    restrictToClasses(allFollowed, words, around, retriever, limits.nodes, signal),
  ]);
  const restricted = [...[...withEntity, ...toMembers].map(({ candidate }) => candidate), ...ofClass];
  const withValues = await addValueConditions(
    [
      ...(orderWord ? allFollowed : followed),
      ...bestFollowed(withEntity, score, limits.twoConditions),
      ...bestFollowed(toMembers, score, limits.twoConditions),
    ],
    linking.literals,
    question,
    { around, schema, retriever },
    limits.nodes,
    signal,
  );
  // A year or a number belongs to what the question names, not to the end of an extended path.
  restricted.push(...withValues.filter(({ turn, compare }) => turn === undefined || !compare));
  const all = withoutDuplicates([...chains, ...restricted, ...extended, ...wholeClass], schema, score);
  const counts =
    question.kind === 'howMany' ? all.filter((each) => endsAtNodes(each, schema)).map(toCount) : [];
  const byKey = new Map<string, Candidate>();
  for (const candidate of [...all, ...counts]) {
    const key = candidateKey(candidate);
    if (!byKey.has(key)) byKey.set(key, candidate);
  }
  return [...byKey.values()];
}

interface FoundPaths {
  readonly chains: readonly Candidate[];
  readonly extended: readonly Candidate[];
  readonly followed: readonly FollowedCandidate[];
  readonly followedExtended: readonly FollowedCandidate[];
}

/** The paths from entities and values, the extended ones, and the ends of the most likely of both. */
async function findPaths(
  { words, noun, orderWord, linking }: EnumerationQuestion,
  { around, schema, retriever, score, isUncovered }: EnumerationPorts,
  limits: EnumerationLimits,
  signal: AbortSignal,
): Promise<FoundPaths> {
  const starts = linking.entities.slice(0, limits.starts);
  const [fromEntities, ...fromValues] = await Promise.all([
    pathsFromEntities(starts, around, schema, signal),
    ...linking.literals.map(async (literal) => {
      const fromValue = await pathsFromValue(literal, around, schema, signal);
      // Very many facts have a year, so the question must name the relation.
      const isAskedFor = (candidate: Candidate): boolean =>
        words.some(({ word, content }) => content && word !== literal.value && !isUncovered(candidate, word));
      return literal.kind === 'year' ? fromValue.filter(isAskedFor) : fromValue;
    }),
  ]);
  const chains = [...fromEntities, ...fromValues.flat()];
  const ranked = byScore(chains, score);
  const matchingNoun = new Set(orderWord ? candidatesToNoun(noun, ranked, retriever) : []);
  const likely = selectFromEachStart(ranked, limits.followed);
  const follow = (candidates: Iterable<Candidate>): Promise<readonly FollowedCandidate[]> =>
    followPaths([...candidates], matchingNoun, around, limits.ends, signal);
  const extend = async (): Promise<Pick<FoundPaths, 'extended' | 'followedExtended'>> => {
    const toExtend = new Set([
      ...ranked.slice(0, limits.extended),
      ...candidatesForUncoveredWords(ranked, words, schema, isUncovered),
      ...ranked.filter(({ start, hops }) => isWithin(start, hops, words)).slice(0, MAX_CONTAINERS),
    ]);
    const extended = await extendPaths([...toExtend], around, schema, signal);
    const incomplete = extended.filter((each) => uncoveredWords(each, words, isUncovered).length > 0);
    const best = byScore(incomplete, score).slice(0, limits.extendedWithCondition);
    return { extended, followedExtended: await follow(best) };
  };
  const [followed, others] = await Promise.all([follow(new Set([...likely, ...matchingNoun])), extend()]);
  return { chains, followed, ...others };
}

/** Places that may contain what the question asks for. */
const MAX_CONTAINERS = 2;
const MAX_CANDIDATES_TO_NOUN = 3;
/** The similarity to the noun that the type of the answers must have. */
const MIN_NOUN_SIMILARITY = 0.8;

/** The most likely candidates whose answers the noun names: for the longest river of a country, all its rivers. */
function candidatesToNoun(
  noun: string | undefined,
  ranked: readonly Candidate[],
  retriever: Pick<SchemaRetriever, 'similarity'>,
): readonly Candidate[] {
  if (noun === undefined) return [];
  const words = questionWords(noun).map((word) => ({ ...word, word: word.stem }));
  return ranked
    .filter(
      ({ endType }) =>
        endType !== undefined && classSimilarity(endType, words, retriever) >= MIN_NOUN_SIMILARITY,
    )
    .slice(0, MAX_CANDIDATES_TO_NOUN);
}

const MAX_FOR_UNCOVERED_WORDS = 3;

/** For each word that the best candidate does not cover, the best that does: it may be the first part of a longer path. */
function candidatesForUncoveredWords(
  ranked: readonly Candidate[],
  words: readonly QuestionWord[],
  schema: KbSchema,
  isUncovered: IsUncovered,
): readonly Candidate[] {
  const [first] = ranked;
  if (!first?.start) return [];
  const { start } = first;
  const extensible = ranked.filter((each) => each.start?.id === start.id && endsAtNodes(each, schema));
  return uncoveredWords(first, words, isUncovered)
    .flatMap(({ word }) => extensible.find((each) => !isUncovered(each, word)) ?? [])
    .slice(0, MAX_FOR_UNCOVERED_WORDS);
}

/** The content words that neither the mention of the start nor anything else in the candidate covers. */
function uncoveredWords(
  candidate: Candidate,
  words: readonly QuestionWord[],
  isUncovered: IsUncovered,
): readonly QuestionWord[] {
  return contentWordsOutside(words, [candidate.start?.mention]).filter(({ word }) =>
    isUncovered(candidate, word),
  );
}

function bestFollowed(
  followed: readonly FollowedCandidate[],
  score: (candidate: Candidate) => number,
  limit: number,
): readonly FollowedCandidate[] {
  const ranked = byScore(
    followed.map(({ candidate }) => candidate),
    score,
  ).slice(0, limit);
  return ranked.flatMap((each) => followed.find(({ candidate }) => candidate === each) ?? []);
}

async function followPaths(
  candidates: readonly Candidate[],
  matchingNoun: ReadonlySet<Candidate>,
  around: Surroundings,
  maxEnds: number,
  signal: AbortSignal,
): Promise<readonly FollowedCandidate[]> {
  const paths = candidates.flatMap((candidate) =>
    candidate.start ? [{ candidate, node: candidate.start.id, hops: candidate.hops }] : [],
  );
  const results = await around.findPathEnds(paths, maxEnds, signal);
  return paths.flatMap(({ candidate }, at) => {
    const reached = results[at];
    if (!reached) return [];
    const answers = [...new Set(reached.ends.map(({ end }) => end))];
    return [
      {
        candidate: reached.more ? candidate : { ...candidate, answers },
        reached,
        matchesNoun: matchingNoun.has(candidate),
      },
    ];
  });
}

/** The most likely candidates, and a few for each start, since the others may become conditions. */
function selectFromEachStart(ranked: readonly Candidate[], limit: number): readonly Candidate[] {
  const selected = new Set(ranked.slice(0, Math.ceil(limit * 0.6)));
  const countByStart = new Map<string, number>();
  for (const candidate of ranked) {
    if (selected.size >= limit) break;
    const id = candidate.start?.id ?? '';
    const count = countByStart.get(id) ?? 0;
    if (count >= 3) continue;
    countByStart.set(id, count + 1);
    selected.add(candidate);
  }
  return [...selected];
}

export function byScore(
  candidates: readonly Candidate[],
  score: (candidate: Candidate) => number,
): readonly Candidate[] {
  const scores = new Map(candidates.map((candidate) => [candidate, score(candidate)]));
  return [...candidates].sort((left, right) => (scores.get(right) ?? 0) - (scores.get(left) ?? 0));
}

function toCount(candidate: Candidate): Candidate {
  return createCandidate({
    ...candidate,
    counts: true,
    ...(candidate.answers ? { answers: [String(candidate.answers.length)] } : {}),
  });
}

/** Identifies a candidate by its parts. */
export const candidateKey = memoizeWeak(
  ({ start, value, hops, also, type, counts, extreme, compare, time }: Candidate): string =>
    JSON.stringify([
      start?.id ?? value?.value,
      hops.map(hopKey),
      also && [also.entity.id, also.hops.map(hopKey), also.at],
      type,
      counts,
      extreme && [extreme.which, extreme.via, extreme.relation, extreme.at],
      compare && [compare.operator, compare.via, compare.relation, compare.literal.value, compare.at],
      time,
    ]),
);
