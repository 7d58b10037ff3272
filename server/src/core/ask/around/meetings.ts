/** How nodes are linked with entities: by one step, or by two through a mediator of the entity. */
import type { Row } from '../../kb/knowledge-base';
import { sameShape, type KbRows } from './kb-rows';
import type { Meeting, Surroundings } from './surroundings';
import { isTelling } from './telling-relations';
import { variablesOf, walkPattern } from './walk-pattern';

/** Behind a step that leads to more than these, mediators are not looked through. */
const MOST_MEDIATORS = 3000;

export async function findMeetings(
  nodes: readonly string[],
  entities: readonly string[],
  around: Pick<Surroundings, 'relationsOf'>,
  asking: KbRows,
  signal: AbortSignal,
): Promise<readonly Meeting[]> {
  if (!nodes.length || !entities.length) return [];
  const [ends, starts] = [asking.values('?x', nodes), asking.values('?e', entities)];
  const steps = await around.relationsOf(entities, signal);
  const through = entities.flatMap((node) =>
    (steps.get(node) ?? [])
      .filter(({ mediator, ends: many }) => mediator && many <= MOST_MEDIATORS)
      .map((hop) => ({ node, hops: [hop] })),
  );
  const [to, from, ...further] = await Promise.all([
    asking.rows(`SELECT ?e ?p ?x WHERE { ${starts} ${ends} ?e ?p ?x . }`, signal),
    asking.rows(`SELECT ?e ?p ?x WHERE { ${starts} ${ends} ?x ?p ?e . }`, signal),
    ...sameShape(through).map(async (group) => {
      const [first] = group;
      if (!first) return [];
      const tags = variablesOf(first);
      const query = `SELECT DISTINCT ${tags.join(' ')} ?q ?x WHERE { ${asking.table(tags, group)} ${walkPattern(first)} ?n1 ?q ?x . ${ends} }`;
      return (await asking.rows(query, signal)).map((row) => ({ row, first }));
    }),
  ]);
  const met: Meeting[] = [];
  const has = (node: string, relation: string): boolean =>
    (steps.get(node) ?? []).some((step) => !step.reverse && step.relation === relation);
  const meet = ([e, p, x]: Row, reverse: boolean): void => {
    const [entity, node, relation] = [asking.nodeOf(e), asking.nodeOf(x), asking.idOf(p)];
    if (entity === undefined || node === undefined || entity === node || !relation || !isTelling(relation))
      return;
    const inverse = asking.inverseOf(relation);
    if (reverse && inverse !== undefined && has(entity, inverse)) return;
    // From the node to the entity: the other way round than it was asked.
    met.push({ node, entity, hops: [{ relation, reverse: !reverse }] });
  };
  for (const row of to) meet(row, false);
  for (const row of from) meet(row, true);
  for (const { row, first } of further.flat()) {
    const walk = asking.tagged(row, first);
    const [q, x] = row.slice(variablesOf(first).length);
    const [node, relation, hop] = [asking.nodeOf(x), asking.idOf(q), walk?.hops[0]];
    if (!walk || !hop || node === undefined || node === walk.node || !relation || !isTelling(relation))
      continue;
    met.push({
      node,
      entity: walk.node,
      hops: [
        { relation, reverse: true },
        { relation: hop.relation, reverse: !hop.reverse },
      ],
    });
  }
  return met;
}
