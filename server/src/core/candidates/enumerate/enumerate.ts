/**
 * The forms that may answer a question. Walks from each entity first; the likeliest of them are then followed, and narrowed or
 * prolonged by whatever else the question says.
 */
import type { KbSchema } from '../../schema/schema';
import type { Linking } from '../../question/linking/linking';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import { hopKey, type Surroundings } from '../surroundings/surroundings';
import type { QuestionAnalysis } from '../../language/english/question';
import { questionWords, type QuestionWord } from '../../language/english/words';
import { covers } from '../../language/text/range';
import { isWithin } from '../rank/containment';
import { candidateOf, type Candidate } from './candidate';
import { chainsFrom } from './chains';
import { nearness, ofClasses } from './classes';
import { chainsFromValue } from './from-value';
import { meetingsWith, type ReachedWalk } from './meeting';
import { membersBeside } from './members';
import { longerWalks } from './longer-walks';
import { withoutDuplicates } from './duplicates';
import { withValues } from './values';
import { ofWholeClasses } from './whole-class';

export interface EnumerationLimits {
  /** Entities that walks start from. */
  readonly starts: number;
  /** Walks that are followed to their ends. */
  readonly followed: number;
  /** Ends that are looked at of each. */
  readonly ends: number;
  /** Of what all walks lead to, so many are asked about: a KB is not to be asked about thousands. */
  readonly nodes: number;
  /** Entities that a walk may also have to lead to. */
  readonly others: number;
  /** Walks to another entity that may have a condition as well. */
  readonly narrowedTwice: number;
  /** Walks that are prolonged. */
  readonly prolonged: number;
  /** Prolonged walks that may have a condition as well. */
  readonly prolongedNarrowed: number;
}

export const ENUMERATION: EnumerationLimits = {
  starts: 8,
  followed: 14,
  ends: 300,
  nodes: 1000,
  others: 6,
  narrowedTwice: 4,
  prolonged: 5,
  prolongedNarrowed: 4,
};

export interface Enumeration extends QuestionAnalysis {
  readonly now: string | undefined;
  readonly linking: Linking;
}

export interface EnumerationPorts {
  readonly around: Surroundings;
  readonly schema: KbSchema;
  readonly retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>;
  readonly score: (candidate: Candidate) => number;
  /** Nothing in the form says this word. */
  readonly unsaid: (candidate: Candidate, word: string) => boolean;
}

export async function enumerate(
  question: Enumeration,
  { around, schema, retriever, score, unsaid }: EnumerationPorts,
  limits: EnumerationLimits,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const { words, noun, orderWord, linking } = question;
  const starts = linking.entities.slice(0, limits.starts);
  const chains = [...(await chainsFrom(starts, around, schema, signal))];
  for (const literal of linking.literals) {
    const found = await chainsFromValue(literal, around, schema, signal);
    // So much has a year that a relation must be asked for.
    const isAskedFor = (one: Candidate): boolean =>
      words.some(({ word, content }) => content && word !== literal.value && !unsaid(one, word));
    chains.push(...(literal.kind === 'year' ? found.filter(isAskedFor) : found));
  }
  const ranked = best(chains, score);

  const asked = orderWord ? calledAs(noun, ranked, retriever) : [];
  const likely = ofEachStart(ranked, limits.followed);
  const called = new Set(asked);
  const followed = await follow([...new Set([...likely, ...asked])], called, around, limits.ends, signal);
  const others = linking.entities.slice(0, limits.others);
  const further = [
    ...ranked.slice(0, limits.prolonged),
    ...sayingTheRest(ranked, words, schema, unsaid),
    ...ranked.filter(({ start, hops }) => isWithin(start, hops, words)).slice(0, MOST_WITHIN),
  ];
  const prolonged = await longerWalks([...new Set(further)], around, schema, signal);
  const leavesOut = (one: Candidate): boolean => leftUnsaid(one, words, unsaid).length > 0;
  const goingOn = best(prolonged.filter(leavesOut), score).slice(0, limits.prolongedNarrowed);
  const reached = [...followed, ...(await follow(goingOn, called, around, limits.ends, signal))];
  const met = await meetingsWith(others, reached, around, limits.nodes, signal);
  const members = await membersBeside(starts, question, around, schema, signal);
  const narrowed = [...met, ...members].map(({ walk }) => walk);
  narrowed.push(...(await ofClasses(reached, words, around, retriever, limits.nodes, signal)));
  const valued = await withValues(
    [
      ...(orderWord ? reached : followed),
      ...likeliest(met, score, limits.narrowedTwice),
      ...likeliest(members, score, limits.narrowedTwice),
    ],
    linking.literals,
    question,
    { around, schema, retriever },
    limits.nodes,
    signal,
  );
  // A year or a number is said of what the question names, and not of what goes on behind it.
  narrowed.push(...valued.filter(({ turn, compare }) => turn === undefined || !compare));
  const whole = await ofWholeClasses(question, around, schema, retriever, signal);
  const all = withoutDuplicates([...chains, ...narrowed, ...prolonged, ...whole], schema, score);
  return once([...all, ...(question.kind === 'howMany' ? all.filter(isOfThings(schema)).map(counted) : [])]);
}

const MOST_CALLED = 3;
/** Places that may contain what is asked about. */
const MOST_WITHIN = 2;

/** The likeliest that lead to what the question calls what it asks for: of a country, the rivers, of which the longest is wanted. */
function calledAs(
  noun: string | undefined,
  ranked: readonly Candidate[],
  retriever: Pick<SchemaRetriever, 'similarity'>,
): readonly Candidate[] {
  if (noun === undefined) return [];
  const words = questionWords(noun).map((word) => ({ ...word, word: word.stem }));
  return ranked
    .filter(({ endType }) => endType !== undefined && nearness(endType, words, retriever) >= CALLED)
    .slice(0, MOST_CALLED);
}

/** As near as a class must come to what is asked for. */
const CALLED = 0.8;
const MOST_OF_THE_REST = 3;

/** Where the likeliest walk leaves a word unsaid, the likeliest that says it may come before: of a wife, where she was born. */
function sayingTheRest(
  ranked: readonly Candidate[],
  words: readonly QuestionWord[],
  schema: KbSchema,
  unsaid: (candidate: Candidate, word: string) => boolean,
): readonly Candidate[] {
  const [first] = ranked;
  if (!first?.start) return [];
  const { start } = first;
  const left = leftUnsaid(first, words, unsaid);
  const things = ranked.filter((one) => one.start?.id === start.id && isOfThings(schema)(one));
  return left
    .flatMap(({ word }) => things.find((one) => !unsaid(one, word)) ?? [])
    .slice(0, MOST_OF_THE_REST);
}

/** Words that neither the name of its start nor anything else in the form says. */
function leftUnsaid(
  one: Candidate,
  words: readonly QuestionWord[],
  unsaid: (candidate: Candidate, word: string) => boolean,
): readonly QuestionWord[] {
  const mention = one.start?.mention;
  return words.filter(
    ({ content, word, range }) => content && !(mention && covers(mention, range)) && unsaid(one, word),
  );
}

function likeliest(
  walks: readonly ReachedWalk[],
  score: (candidate: Candidate) => number,
  most: number,
): readonly ReachedWalk[] {
  const order = best(
    walks.map(({ walk }) => walk),
    score,
  ).slice(0, most);
  return order.flatMap((one) => walks.find(({ walk }) => walk === one) ?? []);
}

async function follow(
  walks: readonly Candidate[],
  called: ReadonlySet<Candidate>,
  around: Surroundings,
  most: number,
  signal: AbortSignal,
): Promise<readonly ReachedWalk[]> {
  const some = walks.flatMap((walk) => (walk.start ? [{ walk, node: walk.start.id, hops: walk.hops }] : []));
  const reached = await around.reach(some, most, signal);
  return some.flatMap(({ walk }, at) => {
    const found = reached[at];
    if (!found) return [];
    const answers = [...new Set(found.ends.map(({ end }) => end))];
    return [
      {
        walk: found.more ? walk : { ...walk, answers },
        reached: found,
        ...(called.has(walk) && { called: true }),
      },
    ];
  });
}

/** The likeliest, and of each start the likeliest few, since the others may be what narrows them. */
function ofEachStart(ranked: readonly Candidate[], most: number): readonly Candidate[] {
  const chosen = new Set(ranked.slice(0, Math.ceil(most * 0.6)));
  const perStart = new Map<string, number>();
  for (const one of ranked) {
    if (chosen.size >= most) break;
    const id = one.start?.id ?? '';
    const had = perStart.get(id) ?? 0;
    if (had >= 3) continue;
    perStart.set(id, had + 1);
    chosen.add(one);
  }
  return [...chosen];
}

export function best(
  candidates: readonly Candidate[],
  score: (candidate: Candidate) => number,
): readonly Candidate[] {
  const scores = new Map(candidates.map((one) => [one, score(one)]));
  return [...candidates].sort((left, right) => (scores.get(right) ?? 0) - (scores.get(left) ?? 0));
}

function isOfThings(schema: KbSchema): (candidate: Candidate) => boolean {
  return ({ endType }) => endType === undefined || schema.type(endType)?.kind !== 'literal';
}

function counted(one: Candidate): Candidate {
  return candidateOf({
    ...one,
    counts: true,
    ...(one.answers ? { answers: [String(one.answers.length)] } : {}),
  });
}

/** The same form once. */
function once(candidates: readonly Candidate[]): readonly Candidate[] {
  const seen = new Map<string, Candidate>();
  for (const one of candidates) {
    const key = keyOf(one);
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}

export function keyOf({ start, value, hops, also, type, counts, extreme, compare, time }: Candidate): string {
  return JSON.stringify([
    start?.id ?? value?.value,
    hops.map(hopKey),
    also && [also.entity.id, also.hops.map(hopKey), also.at],
    type,
    counts,
    extreme && [extreme.which, extreme.via, extreme.relation, extreme.at],
    compare && [compare.operator, compare.via, compare.relation, compare.literal.value, compare.at],
    time,
  ]);
}
