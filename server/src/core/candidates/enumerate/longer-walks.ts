/** Walks that continue from the end of another: the currency of the country that … */
import type { KbSchema } from '../../schema/schema';
import { walkKey, type Hop, type Surroundings } from '../surroundings/surroundings';
import type { Candidate } from './candidate';
import { walk } from './chains';

/** Who has many things mostly does not go on to something that all of them share. */
const MOST_BETWEEN = 40;

export async function longerWalks(
  walks: readonly Candidate[],
  around: Surroundings,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const from = new Map(
    walks.flatMap((one) => {
      if (!one.start || (one.ends ?? 0) > MOST_BETWEEN || !leadsToThings(one, schema)) return [];
      const before = { node: one.start.id, hops: one.hops };
      return [[walkKey(before), { before, start: one.start, ends: one.ends ?? 0 }] as const];
    }),
  );
  if (!from.size) return [];
  const steps = await around.onwards(
    [...from.values()].map(({ before }) => before),
    signal,
  );
  const through = steps
    .filter(({ step }) => step.mediator)
    .map(({ before, step }) => ({ node: before.node, hops: [...before.hops, step] }));
  const further = through.length ? await around.onwards(through, signal) : [];
  const direct = steps.map(({ before, step }) => ({ before, hops: [...before.hops, step], step }));
  const mediated = further.map(({ before, step }) => ({
    before: { node: before.node, hops: before.hops.slice(0, -1) },
    hops: [...before.hops, step],
    step,
  }));
  return [...direct, ...mediated].flatMap(({ before, hops, step }) => {
    const known = from.get(walkKey(before));
    if (known && leadsBack(hops, schema) && step.ends <= known.ends) return [];
    return known && !step.mediator ? [walk(known.start, hops, step.ends, schema, before.hops.length)] : [];
  });
}

/** To a mediator and from there where it came from: a film has a cast, which has the film. */
function leadsBack(hops: readonly Hop[], schema: KbSchema): boolean {
  const [before, last] = hops.slice(-2);
  return before !== undefined && schema.relation(before.relation)?.reverse === last?.relation;
}

function leadsToThings({ endType }: Candidate, schema: KbSchema): boolean {
  return endType === undefined || schema.type(endType)?.kind !== 'literal';
}
