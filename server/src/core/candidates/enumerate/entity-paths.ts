/** Candidates that are paths from an entity: one hop, or two through a mediator. */
import type { KbSchema } from '../../schema/schema';
import type { LinkedEntity } from '../../question/linking/linking';
import { endTypeOf } from '../surroundings/directions';
import type { Hop, Surroundings } from '../surroundings/surroundings';
import { createCandidate, type Candidate } from './candidate';

export async function pathsFromEntities(
  starts: readonly LinkedEntity[],
  around: Surroundings,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const steps = await around.relationsOf(
    starts.map(({ id }) => id),
    signal,
  );
  const throughMediators = starts.flatMap(({ id }) =>
    (steps.get(id) ?? [])
      .filter(({ mediator, ends }) => mediator && ends <= MAX_MEDIATORS)
      .map((hop) => ({ node: id, hops: [hop] })),
  );
  const continuations = throughMediators.length
    ? await around.findContinuations(throughMediators, signal)
    : [];
  return starts.flatMap((start) => [
    ...(steps.get(start.id) ?? [])
      .filter(({ mediator }) => !mediator)
      .map((step) => pathCandidate(start, [step], step.ends, schema)),
    ...continuations
      .filter(({ before, step }) => before.node === start.id && !step.mediator)
      .map(({ before, step }) => pathCandidate(start, [...before.hops, step], step.ends, schema)),
  ]);
}

/** Questions do not ask for all facts of a hub, such as a country with tens of thousands of mediators. */
const MAX_MEDIATORS = 5000;

/** Whether the answers are not literals. */
export function endsAtNodes({ endType }: Candidate, schema: KbSchema): boolean {
  return endType === undefined || schema.type(endType)?.kind !== 'literal';
}

/** `turn` is the length of the first part, for a path that continues another one. */
export function pathCandidate(
  start: LinkedEntity,
  hops: readonly Hop[],
  ends: number,
  schema: KbSchema,
  turn?: number,
): Candidate {
  const last = hops.at(-1);
  const endType = last && endTypeOf(last, schema);
  return createCandidate({
    start,
    hops: hops.map(({ relation, reverse }) => ({ relation, reverse })),
    ends,
    ...(endType === undefined ? {} : { endType }),
    ...(turn === undefined ? {} : { turn }),
  });
}
