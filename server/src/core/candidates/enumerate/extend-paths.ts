/** Extends candidates by further hops: the currency of the country that … */
import type { KbSchema } from '../../schema/schema';
import { inverseOf } from '../surroundings/directions';
import { nodePathKey, type Hop, type Surroundings } from '../surroundings/surroundings';
import type { Candidate } from './candidate';
import { endsAtNodes, pathCandidate } from './entity-paths';

/** A path with more ends is not extended. */
const MAX_ENDS = 40;

export async function extendPaths(
  candidates: readonly Candidate[],
  around: Surroundings,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const origins = new Map(
    candidates.flatMap((candidate) => {
      const { start, hops, ends = 0 } = candidate;
      if (!start || ends > MAX_ENDS || !endsAtNodes(candidate, schema)) return [];
      const path = { node: start.id, hops };
      return [[nodePathKey(path), { path, start, ends }] as const];
    }),
  );
  if (!origins.size) return [];
  const first = await around.findContinuations(
    [...origins.values()].map(({ path }) => path),
    signal,
  );
  const toMediators = first
    .filter(({ step }) => step.mediator)
    .map(({ before, step }) => ({ node: before.node, hops: [...before.hops, step] }));
  const second = toMediators.length ? await around.findContinuations(toMediators, signal) : [];
  const direct = first.map(({ before, step }) => ({ before, hops: [...before.hops, step], step }));
  const mediated = second.map(({ before, step }) => ({
    before: { node: before.node, hops: before.hops.slice(0, -1) },
    hops: [...before.hops, step],
    step,
  }));
  return [...direct, ...mediated].flatMap(({ before, hops, step }) => {
    const origin = origins.get(nodePathKey(before));
    if (!origin || step.mediator || (leadsOnlyBack(hops, schema) && step.ends <= origin.ends)) return [];
    return [pathCandidate(origin.start, hops, step.ends, schema, before.hops.length)];
  });
}

/**
 * Whether the last hop is the inverse of the one before, so that it may reach nothing new: from a country to its capital to that
 * city's country. From the start itself it reaches others, since the start is not counted: the films of a film's director.
 */
function leadsOnlyBack(hops: readonly Hop[], schema: KbSchema): boolean {
  const [before, last] = hops.slice(-2);
  return hops.length > 2 && before !== undefined && inverseOf(before.relation, schema) === last?.relation;
}
