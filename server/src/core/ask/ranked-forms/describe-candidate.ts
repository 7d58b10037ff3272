/** Describes a candidate, and the reasons for and against it. */
import { labelOf } from '../../schema/labels';
import { hopKey, type Hop } from '../../candidates/surroundings/surroundings';
import { groupBy } from '../../language/text/multimap';
import type { Candidate } from '../../candidates/enumerate/candidate';
import type { Ranking } from '../../candidates/rank/rank';
import { hasExactName, type LinkedEntity } from '../../question/linking/linking';

/** The parts of a description besides names, which distinguish candidates with the same names. */
interface Details {
  readonly ids: boolean;
  /** The classes that the relations belong to. */
  readonly classes: boolean;
}

/** In the order of the candidates: "Titanic → directed by", or "James Cameron → film (director)" if another has the same names. */
export function describeCandidates(candidates: readonly Candidate[]): readonly string[] {
  const same = groupBy(candidates, (candidate) => describeCandidate(candidate));
  return candidates.map((candidate) => {
    const others = same.get(describeCandidate(candidate)) ?? [];
    const differ = (keyOf: (other: Candidate) => string): boolean => new Set(others.map(keyOf)).size > 1;
    return describeCandidate(candidate, {
      ids: differ(({ start, also }) => [start?.id, also?.entity.id].join(' ')),
      classes: differ(({ hops, also }) => [...hops, ...(also?.hops ?? [])].map(hopKey).join(' ')),
    });
  });
}

export function describeCandidate(candidate: Candidate, details?: Details): string {
  const { start, value, hops, also, type, counts, extreme, compare, time } = candidate;
  const isWholeClass = !start && !value && type !== undefined;
  const describeHop = ({ relation, reverse }: Hop): string => {
    const owner = details?.classes === true ? relation.split('.').at(-2) : undefined;
    const label = labelOf(relation) + (owner === undefined ? '' : ` (${labelOf(owner)})`);
    return reverse ? `${label} of` : label;
  };
  const nameOf = ({ name, id }: LinkedEntity): string => (details?.ids === true ? `${name} (${id})` : name);
  const from =
    (start && nameOf(start)) ?? value?.value ?? (isWholeClass ? `every ${labelOf(type)}` : 'everything');
  const conditions = [
    also && `with ${[...also.hops.map(describeHop), nameOf(also.entity)].join(' → ')}`,
    type === undefined || isWholeClass ? undefined : `only ${labelOf(type)}`,
    compare &&
      `${labelOf(compare.via ?? compare.relation)} ${OPERATORS[compare.operator]} ${compare.literal.value}`,
    extreme &&
      `with the ${extreme.which === 'max' ? 'greatest' : 'least'} ${labelOf(extreme.via ?? extreme.relation)}`,
    time && (time.at === 'NOW' ? 'now' : `in ${time.at.year}`),
  ].filter((condition) => condition !== undefined);
  const steps = [from, ...hops.map(describeHop), ...(conditions.length ? [conditions.join(', ')] : [])];
  const path = steps.join(' → ');
  return counts ? `number of (${path})` : path;
}

const OPERATORS = { lt: '<', le: '≤', gt: '>', ge: '≥', eq: '=', in: 'in' } as const;

/** The reasons, a short phrase each. */
export function reasonsFor(candidate: Candidate, ranking: Ranking): readonly string[] {
  const { featuresOf, question, isOfWrongKind } = ranking;
  const features = new Map(featuresOf(candidate));
  const feature = (name: string): number => features.get(name) ?? 0;
  const reasons: string[] = [];
  const entity = candidate.start;
  if (entity)
    reasons.push(
      hasExactName(entity) ? `Matched “${entity.name}” by name` : `Matched “${entity.name}” approximately`,
    );
  if (feature('exact')) reasons.push('the relation matches words of the question');
  else if (feature('said') >= 0.5) reasons.push('the relation is similar to words of the question');
  else if (feature('said') < 0.2 && !feature('nothing left'))
    reasons.push('the relation matches few words of the question');
  if (feature('unsaid') >= 0.6) reasons.push('several words of the question are not covered');
  for (const word of ignoredWords(candidate, ranking)) reasons.push(`“${word}” is not covered`);
  if (isOfWrongKind(candidate)) reasons.push('its answers are not what the question asks for');
  if (question.kind === 'howMany')
    reasons.push(
      candidate.counts
        ? 'the question asks for a count'
        : 'the question asks for a count, but the query does not count',
    );
  if (candidate.also) reasons.push(`it also reaches “${candidate.also.entity.name}”`);
  return reasons;
}

/** The words that the candidate should express and does not: words for certain relations, and the noun that is asked for. */
export function ignoredWords(candidate: Candidate, ranking: Ranking): readonly string[] {
  const omitted = ranking.omittedWords(candidate).map(({ word }) => word);
  const noun = ranking.expressesNoun(candidate) ? undefined : ranking.question.noun?.split(' of ')[0];
  return [...new Set([...omitted, ...(noun?.split(' ').slice(-1) ?? [])])];
}
