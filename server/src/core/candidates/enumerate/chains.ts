/** Walks from an entity: one step, or two where the first leads to mediators. */
import type { KbSchema } from '../../schema/schema';
import type { LinkedEntity } from '../../question/linking/linking';
import { endTypeOf } from '../surroundings/directions';
import type { Hop, Surroundings } from '../surroundings/surroundings';
import { candidateOf, type Candidate } from './candidate';

export async function chainsFrom(
  starts: readonly LinkedEntity[],
  around: Surroundings,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const steps = await around.relationsOf(
    starts.map(({ id }) => id),
    signal,
  );
  const through = starts.flatMap(({ id }) =>
    (steps.get(id) ?? [])
      .filter(({ mediator, ends }) => mediator && ends <= MOST_MEDIATORS)
      .map((hop) => ({ node: id, hops: [hop] })),
  );
  const paths = through.length ? await around.onwards(through, signal) : [];
  return starts.flatMap((start) => [
    ...(steps.get(start.id) ?? [])
      .filter(({ mediator }) => !mediator)
      .map((step) => walk(start, [step], step.ends, schema)),
    ...paths
      .filter(({ before, step }) => before.node === start.id && !step.mediator)
      .map(({ before, step }) => walk(start, [...before.hops, step], step.ends, schema)),
  ]);
}

/** A country has ten thousands of some kinds of facts; what stands behind all of them is never asked for. */
const MOST_MEDIATORS = 5000;

export function walk(
  start: LinkedEntity,
  hops: readonly Hop[],
  ends: number,
  schema: KbSchema,
  turn?: number,
): Candidate {
  const last = hops.at(-1);
  const endType = last && endTypeOf(last, schema);
  return candidateOf({
    start,
    hops: hops.map(({ relation, reverse }) => ({ relation, reverse })),
    ends,
    ...(endType === undefined ? {} : { endType }),
    ...(turn === undefined ? {} : { turn }),
  });
}
