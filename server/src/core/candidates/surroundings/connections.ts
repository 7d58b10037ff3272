/** Finds how nodes are connected with entities: by one hop, or by two through a mediator of the entity. */
import type { AnswerRow } from '../../kb/knowledge-base';
import { groupByShape, type KbRows } from './kb-rows';
import type { EntityConnection, CountedHop, Surroundings } from './surroundings';
import { isSystem } from '../../schema/domain-index';
import { pathPattern, pathVariables } from './node-patterns';

/** An entity with more facts is a hub. Facts of system relations are not counted, so the facts that are read are limited as well. */
const MAX_FACTS_PER_ENTITY = 2000;
const MAX_FACTS = 50_000;
/** Mediators that are read, for one hop and for one entity. */
const MAX_MEDIATORS = 1000;
const MAX_MEDIATORS_PER_ENTITY = 2000;

export async function findConnections(
  nodes: readonly string[],
  entities: readonly string[],
  around: Pick<Surroundings, 'relationsOf'>,
  kb: KbRows,
  signal: AbortSignal,
): Promise<readonly EntityConnection[]> {
  if (!nodes.length || !entities.length) return [];
  const hopsByEntity = await around.relationsOf(entities, signal);
  const search = { nodes, entities, hopsByEntity, kb, signal };
  const connections = await Promise.all([directConnections(search), mediatedConnections(search)]);
  return connections.flat();
}

interface ConnectionSearch {
  readonly nodes: readonly string[];
  readonly entities: readonly string[];
  readonly hopsByEntity: ReadonlyMap<string, readonly CountedHop[]>;
  readonly kb: KbRows;
  readonly signal: AbortSignal;
}

async function directConnections({
  nodes,
  entities,
  hopsByEntity,
  kb,
  signal,
}: ConnectionSearch): Promise<readonly EntityConnection[]> {
  const amongNodes = kb.values('?x', nodes);
  const isHub = (entity: string): boolean => sumOfEnds(hopsByEntity.get(entity) ?? []) > MAX_FACTS_PER_ENTITY;
  const [hubs, others] = [entities.filter(isHub), entities.filter((entity) => !isHub(entity))];
  const which = [
    // A filter, because engines that join two VALUES clauses with a pattern read every fact of a hub first.
    ...(hubs.length ? [(fact: string) => `${amongNodes} FILTER (?e IN (${kb.list(hubs)})) ${fact}`] : []),
    ...(others.length
      ? [
          (fact: string) =>
            `${amongNodes} { SELECT * WHERE { ${kb.values('?e', others)} ${fact} } LIMIT ${MAX_FACTS} }`,
        ]
      : []),
  ];
  const factsBetween = async (fact: string): Promise<readonly AnswerRow[]> => {
    const rows = which.map((pattern) => kb.rows(`SELECT ?e ?p ?x WHERE { ${pattern(fact)} }`, signal));
    return (await Promise.all(rows)).flat();
  };
  const [to, from] = await Promise.all([factsBetween('?e ?p ?x .'), factsBetween('?x ?p ?e .')]);
  const hasRelation = (entity: string, relation: string): boolean =>
    (hopsByEntity.get(entity) ?? []).some((hop) => !hop.reverse && hop.relation === relation);
  const toConnections = ([e, p, x]: AnswerRow, reverse: boolean): readonly EntityConnection[] => {
    const [entity, node, relation] = [kb.nodeOf(e), kb.nodeOf(x), kb.idOf(p)];
    if (entity === undefined || node === undefined || entity === node || !relation || isSystem(relation))
      return [];
    const inverse = kb.inverseOf(relation);
    if (reverse && inverse !== undefined && hasRelation(entity, inverse)) return [];
    // The connection leads from the node to the entity, the query from the entity to the node.
    return [{ node, entity, hops: [{ relation, reverse: !reverse }] }];
  };
  return [
    ...to.flatMap((row) => toConnections(row, false)),
    ...from.flatMap((row) => toConnections(row, true)),
  ];
}

async function mediatedConnections({
  nodes,
  entities,
  hopsByEntity,
  kb,
  signal,
}: ConnectionSearch): Promise<readonly EntityConnection[]> {
  const wanted = new Set(nodes);
  const toMediators = entities.flatMap((node) =>
    hopsToMediators(hopsByEntity.get(node) ?? []).map((hop) => ({ node, hops: [hop] })),
  );
  const connections = await Promise.all(
    groupByShape(toMediators).map(async (group): Promise<readonly EntityConnection[]> => {
      const [first] = group;
      if (!first) return [];
      const variables = pathVariables(first);
      const query = `SELECT ${variables.join(' ')} ?q ?x WHERE { ${kb.pathValues(variables, group)} ${pathPattern(first)} ?n1 ?q ?x . FILTER (!isLiteral(?x)) }`;
      return (await kb.rows(query, signal)).flatMap((row) => {
        const path = kb.pathOf(row, first);
        const [q, x] = row.slice(variables.length);
        const [node, relation, hop] = [kb.nodeOf(x), kb.idOf(q), path?.hops[0]];
        if (!path || !hop || node === undefined || !wanted.has(node) || node === path.node) return [];
        if (!relation || isSystem(relation)) return [];
        const back = { relation: hop.relation, reverse: !hop.reverse };
        return [{ node, entity: path.node, hops: [{ relation, reverse: true }, back] }];
      });
    }),
  );
  return connections.flat();
}

function sumOfEnds(hops: readonly CountedHop[]): number {
  return hops.reduce((sum, { ends }) => sum + ends, 0);
}

/** The hops to mediators, those with the fewest ends first, up to the limits. */
function hopsToMediators(hops: readonly CountedHop[]): readonly CountedHop[] {
  let remaining = MAX_MEDIATORS_PER_ENTITY;
  return hops
    .filter(({ mediator, ends }) => mediator && ends <= MAX_MEDIATORS)
    .sort((left, right) => left.ends - right.ends)
    .filter(({ ends }) => (remaining -= ends) >= 0);
}
