/** The order in which candidates are run: the most likely first, unless one with a similar score expresses more of the question. */
import { stem } from '../../language/english/nouns';
import { hopKey } from '../surroundings/surroundings';
import type { Candidate } from '../enumerate/candidate';
import { keyOf } from '../enumerate/enumerate';
import type { RankedCandidate, Ranking } from './rank';
import { wordsIn } from './relation-words';

/** A candidate whose score is lower by more than this never goes first. */
const MAX_DISTANCE = 3;

/** Features that a candidate must not have to go before a more likely one. */
const AGAINST = [
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

/** Places in the ranking, in the order in which the candidates are to be run. */
export function candidateOrder(ranking: Ranking, most: number): readonly number[] {
  const { ranked, leftOut, isOfWrongKind } = ranking;
  const places = [...ranked.keys()].slice(0, most);
  const [best] = ranked;
  if (!best) return places;
  const isBetter = leftOut(best.candidate).length
    ? (one: RankedCandidate) => saysMore(one, best, ranking)
    : isOfWrongKind(best.candidate)
      ? (one: RankedCandidate) => isOfRightKind(one, best, ranking)
      : (one: RankedCandidate) => isNarrowed(one, best, ranking);
  const better = ranked.slice(0, most).findIndex(isBetter);
  return better < 0 ? places : [better, ...places.filter((place) => place !== better)];
}

/** It says as much, and its answers may be what is asked for. */
function isOfRightKind(
  { candidate, score }: RankedCandidate,
  best: RankedCandidate,
  { leftOut, isOfWrongKind }: Ranking,
): boolean {
  return (
    score >= best.score - MAX_DISTANCE &&
    candidate.start?.id === best.candidate.start?.id &&
    !isOfWrongKind(candidate) &&
    !leftOut(candidate).length
  );
}

/** The same walk, but only to what the question calls what it asks for: of all that a mountain is in, the state. */
function isNarrowed(
  { candidate, score }: RankedCandidate,
  { candidate: best, score: highest }: RankedCandidate,
  { asked }: Ranking,
): boolean {
  const noun = stem(asked.noun?.split(' ').at(-1) ?? '');
  if (score < highest - MAX_DISTANCE || best.type !== undefined || isOfKind(best, noun)) return false;
  if (candidate.type === undefined || !isOfKind(candidate, noun)) return false;
  const { type: _, ...walk } = candidate;
  return keyOf(walk) === keyOf(best);
}

/** It expresses all words that the best expresses, and more. */
function saysMore(
  { candidate, score }: RankedCandidate,
  best: RankedCandidate,
  { leftOut, isOfWrongKind, featuresOf, asked }: Ranking,
): boolean {
  if (score < best.score - MAX_DISTANCE) return false;
  const [left, missing] = [candidate, best.candidate].map((one) => leftOut(one).map(({ word }) => word));
  if (!left || !missing || left.length >= missing.length) return false;
  if (!left.every((word) => missing.includes(word))) return false;
  const noun = stem(asked.noun?.split(' ').at(-1) ?? '');
  if (isOfKind(best.candidate, noun) && !isOfKind(candidate, noun)) return false;
  const features = new Map(featuresOf(candidate));
  if (AGAINST.some((name) => features.get(name)) || isOfWrongKind(candidate)) return false;
  // What goes on behind something that the question does not speak of is about something else.
  const speaks = (new Map(featuresOf(best.candidate)).get('unsaid share') ?? 0) < 1;
  return !features.get('part says nothing') || (speaks && goesOn(candidate, best.candidate));
}

function isOfKind({ endType, type = endType }: Candidate, noun: string): boolean {
  return wordsIn(type?.split('.').at(-1) ?? '').includes(noun);
}

function goesOn({ start, hops }: Candidate, before: Candidate): boolean {
  return (
    start?.id === before.start?.id &&
    before.hops.every((hop, at) => hops[at] && hopKey(hops[at]) === hopKey(hop))
  );
}
