/** Adds entity conditions: the ends of a path, or the nodes before them, are connected with another entity of the question. */
import type { LinkedEntity } from '../../question/linking/linking';
import {
  hopKey,
  type Hop,
  type EntityConnection,
  type PathEnds,
  type Surroundings,
} from '../surroundings/surroundings';
import { overlaps } from '../../language/text/range';
import { createCandidate, type Candidate } from './candidate';
import { groupBy } from '../../language/text/multimap';
import { roundRobin } from './round-robin';

/** A candidate with the ends of its path. */
export interface FollowedCandidate {
  readonly candidate: Candidate;
  readonly reached: PathEnds;
  /** The noun of the question names the ends, so a superlative is meaningful even if there is only one. */
  readonly matchesNoun: boolean;
}

export async function addEntityConditions(
  entities: readonly LinkedEntity[],
  followed: readonly FollowedCandidate[],
  around: Surroundings,
  maxNodes: number,
  signal: AbortSignal,
): Promise<readonly FollowedCandidate[]> {
  const others = entities.filter((entity) =>
    followed.some(({ candidate }) => isOtherMention(candidate.start, entity)),
  );
  const nodes = sampleNodes(followed, maxNodes);
  if (!nodes.length || !others.length) return [];
  const connections = groupBy(
    await around.findConnections(
      nodes,
      others.map(({ id }) => id),
      signal,
    ),
    ({ entity }) => entity,
  );
  const pathsByEntity = new Map([...connections].map(([entity, rows]) => [entity, connectingPaths(rows)]));
  return followed.flatMap(({ candidate, reached }) =>
    others
      .filter((entity) => isOtherMention(candidate.start, entity))
      .flatMap((entity) =>
        (pathsByEntity.get(entity.id) ?? []).flatMap(({ hops, connected }) =>
          (['end', 'middle'] as const).flatMap((at) => {
            // The other parts of a mediator are one hop away.
            if (at === 'middle' && (hops.length > 1 || leadsBack(candidate, hops))) return [];
            const ends = reached.ends.filter(({ end, literal, middle }) =>
              at === 'end' ? !literal && connected.has(end) : middle !== undefined && connected.has(middle),
            );
            const answers = [...new Set(ends.map(({ end }) => end))].filter((end) => end !== entity.id);
            if (!answers.length) return [];
            const also = { entity, hops, at };
            return [
              {
                candidate: createCandidate({ ...candidate, also, answers, ends: answers.length }),
                reached: { ends, more: reached.more },
                matchesNoun: false,
              },
            ];
          }),
        ),
      ),
  );
}

/** The paths to an entity, each with the nodes that it connects. */
function connectingPaths(
  connections: readonly EntityConnection[],
): readonly { readonly hops: readonly Hop[]; readonly connected: ReadonlySet<string> }[] {
  const paths = groupBy(connections, ({ hops }) => hops.map(hopKey).join(' '));
  return [...paths.values()].map((rows) => ({
    hops: rows[0]?.hops ?? [],
    connected: new Set(rows.map(({ node }) => node)),
  }));
}

function isOtherMention(start: LinkedEntity | undefined, entity: LinkedEntity): boolean {
  if (!start || start.id === entity.id) return false;
  return !start.mention || !entity.mention || !overlaps(start.mention, entity.mention);
}

/** Whether the hop to the entity repeats the last hop of the path, or goes back to the node before. */
function leadsBack({ hops }: Candidate, [hop]: readonly Hop[]): boolean {
  const [before, last] = hops.slice(-2);
  if (!before || !last || !hop) return false;
  const back = { relation: before.relation, reverse: !before.reverse };
  return hopKey(hop) === hopKey(last) || (hops.length > 2 && hopKey(hop) === hopKey(back));
}

/** Some ends of each path and the nodes before them, up to a limit. */
export function sampleNodes(followed: readonly FollowedCandidate[], limit: number): readonly string[] {
  return roundRobin(
    followed.map(({ reached }) =>
      reached.ends.flatMap(({ end, literal, middle }) => [
        ...(literal ? [] : [end]),
        ...(middle === undefined ? [] : [middle]),
      ]),
    ),
    limit,
  );
}
