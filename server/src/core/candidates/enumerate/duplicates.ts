/** Removes equivalent candidates with swapped entities: films of an actor by a director, and of the director with the actor. */
import type { KbSchema } from '../../schema/schema';
import { inverseOf } from '../surroundings/directions';
import { hopKey, reversePath, type Hop } from '../surroundings/surroundings';
import type { Candidate } from './candidate';

/** Keeps the candidate with the higher score. */
export function withoutDuplicates(
  candidates: readonly Candidate[],
  schema: KbSchema,
  score: (candidate: Candidate) => number,
): readonly Candidate[] {
  const best = new Map<string, Candidate>();
  const keys = new Map(candidates.map((candidate) => [candidate, twinKey(candidate, schema)]));
  for (const [candidate, key] of keys) {
    const other = key === undefined ? undefined : best.get(key);
    if (key !== undefined && (!other || score(candidate) > score(other))) best.set(key, candidate);
  }
  return candidates.filter((candidate) => {
    const key = keys.get(candidate);
    return key === undefined || best.get(key) === candidate;
  });
}

/**
 * The same key for a candidate and its equivalent; undefined for a candidate that has none. A condition before the end
 * applies to only one of the two paths, unless they meet there.
 */
function twinKey(candidate: Candidate, schema: KbSchema): string | undefined {
  const { start, hops, also, turn, type, counts, extreme, compare, time } = candidate;
  if (!start || !also || turn !== undefined) return undefined;
  const hasConditionBeforeEnd = [extreme?.at, compare?.at, time && 'middle'].includes('middle');
  if (also.at === 'end' && hasConditionBeforeEnd) return undefined;
  const [path, last] = also.at === 'end' ? [hops, []] : [hops.slice(0, -1), hops.slice(-1)];
  const paths = [
    [start.id, pathKey(path, schema)],
    [also.entity.id, pathKey(reversePath(also.hops), schema)],
  ].map((each) => each.join(' '));
  return JSON.stringify([paths.sort(), pathKey(last, schema), type, counts, extreme, compare, time]);
}

/** The same key for a relation and for its reverse followed in the other direction. */
export function pathKey(hops: readonly Hop[], schema: KbSchema): string {
  return hops
    .map((hop) => {
      const relation = inverseOf(hop.relation, schema);
      const inverse = relation === undefined ? [] : [hopKey({ relation, reverse: !hop.reverse })];
      return [hopKey(hop), ...inverse].sort()[0] ?? '';
    })
    .join(' ');
}
