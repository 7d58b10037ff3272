/** Two walks that meet are one logical form in either order: films of an actor by a director, and of the director with the actor. */
import type { KbSchema } from '../../schema/schema';
import { hopKey, type Hop } from '../surroundings/surroundings';
import type { Candidate } from './candidate';

/** Of two that are the same, the likelier. */
export function withoutDuplicates(
  candidates: readonly Candidate[],
  schema: KbSchema,
  score: (candidate: Candidate) => number,
): readonly Candidate[] {
  const likelier = new Map<string, Candidate>();
  const keys = new Map(candidates.map((one) => [one, twinKey(one, schema)]));
  for (const [one, key] of keys) {
    const other = key === undefined ? undefined : likelier.get(key);
    if (key !== undefined && (!other || score(one) > score(other))) likelier.set(key, one);
  }
  return candidates.filter((one) => {
    const key = keys.get(one);
    return key === undefined || likelier.get(key) === one;
  });
}

/** The same for both; nothing for what has no twin. A condition before the end is of one walk only, unless they meet there. */
function twinKey(candidate: Candidate, schema: KbSchema): string | undefined {
  const { start, hops, also, turn, type, counts, extreme, compare, time } = candidate;
  if (!start || !also || turn !== undefined) return undefined;
  const before = [extreme?.at, compare?.at, time && 'middle'].includes('middle');
  if (also.at === 'end' && before) return undefined;
  const [way, last] = also.at === 'end' ? [hops, []] : [hops.slice(0, -1), hops.slice(-1)];
  const back = [...also.hops].reverse().map(({ relation, reverse }) => ({ relation, reverse: !reverse }));
  const walks = [wayOf(start.id, way, schema), wayOf(also.entity.id, back, schema)].sort();
  return JSON.stringify([walks, wayOf('', last, schema), type, counts, extreme, compare, time]);
}

/** The same for a relation and its reverse walked the other way. */
function wayOf(start: string, hops: readonly Hop[], schema: KbSchema): string {
  const steps = hops.map((hop) => {
    const other = schema.relation(hop.relation)?.reverse;
    const turned = other === undefined ? [] : [hopKey({ relation: other, reverse: !hop.reverse })];
    return [hopKey(hop), ...turned].sort()[0] ?? '';
  });
  return [start, ...steps].join(' ');
}
