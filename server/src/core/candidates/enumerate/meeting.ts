/** Walks whose ends, or the nodes before them, are also connected with another entity of the question. */
import type { LinkedEntity } from '../../question/linking/linking';
import {
  hopKey,
  type Hop,
  type Meeting,
  type Reached,
  type Surroundings,
} from '../surroundings/surroundings';
import { overlaps } from '../../language/text/range';
import { candidateOf, type Candidate } from './candidate';
import { roundRobin } from './round-robin';

export interface ReachedWalk {
  readonly walk: Candidate;
  readonly reached: Reached;
  /** It leads to what the question calls what it asks for: there the only one is the greatest, too. */
  readonly called?: boolean;
}

export async function meetingsWith(
  entities: readonly LinkedEntity[],
  walks: readonly ReachedWalk[],
  around: Surroundings,
  /** Nodes that are looked at. */
  most: number,
  signal: AbortSignal,
): Promise<readonly ReachedWalk[]> {
  const others = entities.filter((entity) =>
    walks.some(({ walk }) => walk.start && areApart(walk.start, entity)),
  );
  const nodes = nodesOf(walks, most);
  if (!nodes.length || !others.length) return [];
  const ways = waysTo(
    await around.meetings(
      nodes,
      others.map(({ id }) => id),
      signal,
    ),
  );
  return walks.flatMap(({ walk, reached }) =>
    others
      .filter((entity) => walk.start && areApart(walk.start, entity))
      .flatMap((entity) =>
        (ways.get(entity.id) ?? []).flatMap(({ hops, nodes: there }) =>
          (['end', 'middle'] as const).flatMap((at) => {
            // A mediator is one fact: what else it has is a step away.
            if (at === 'middle' && (hops.length > 1 || leadsBack(walk, hops))) return [];
            const rows = reached.ends.filter(({ end, literal, middle }) =>
              at === 'end' ? !literal && there.has(end) : middle !== undefined && there.has(middle),
            );
            const answers = [...new Set(rows.map(({ end }) => end))].filter((end) => end !== entity.id);
            if (!answers.length) return [];
            const met = candidateOf({ ...walk, also: { entity, hops, at }, answers, ends: answers.length });
            return [{ walk: met, reached: { ends: rows, more: reached.more } }];
          }),
        ),
      ),
  );
}

interface Way {
  readonly hops: readonly Hop[];
  readonly nodes: Set<string>;
}

function waysTo(meetings: readonly Meeting[]): ReadonlyMap<string, readonly Way[]> {
  const ways = new Map<string, Map<string, Way>>();
  for (const { node, entity, hops } of meetings) {
    const known = ways.get(entity) ?? new Map<string, Way>();
    ways.set(entity, known);
    const key = hops.map(hopKey).join(' ');
    const way = known.get(key) ?? { hops, nodes: new Set<string>() };
    known.set(key, way);
    way.nodes.add(node);
  }
  return new Map([...ways].map(([entity, known]) => [entity, [...known.values()]]));
}

/** They are not two readings of the same words. */
export function areApart(left: LinkedEntity, right: LinkedEntity): boolean {
  if (left.id === right.id) return false;
  return !left.mention || !right.mention || !overlaps(left.mention, right.mention);
}

/** The way to the entity is the very walk, or back to where a longer one has come from: the film that a cast is of is only one. */
function leadsBack({ hops }: Candidate, [hop]: readonly Hop[]): boolean {
  const [before, last] = hops.slice(-2);
  if (!before || !last || !hop) return false;
  const back = { relation: before.relation, reverse: !before.reverse };
  return hopKey(hop) === hopKey(last) || (hops.length > 2 && hopKey(hop) === hopKey(back));
}

/** What walks lead to, and what stands before it: some of each, up to so many. */
export function nodesOf(walks: readonly ReachedWalk[], most: number): readonly string[] {
  return roundRobin(
    walks.map(({ reached }) =>
      reached.ends.flatMap(({ end, literal, middle }) => [
        ...(literal ? [] : [end]),
        ...(middle === undefined ? [] : [middle]),
      ]),
    ),
    most,
  );
}
