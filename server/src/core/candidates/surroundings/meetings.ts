/** How nodes are linked with entities: by one step, or by two through a mediator of the entity. */
import type { Row } from '../../kb/knowledge-base';
import { sameShape, type KbRows } from './kb-rows';
import type { Meeting, StepAround, Surroundings } from './surroundings';
import { isSystem } from '../../schema/domains';
import { variablesOf, walkPattern } from './node-patterns';

/** Behind a step that leads to more than these, mediators are not looked through; nor behind more than these of one entity. */
const MOST_MEDIATORS = 1000;
const MOST_OF_AN_ENTITY = 2000;

export async function findMeetings(
  nodes: readonly string[],
  entities: readonly string[],
  around: Pick<Surroundings, 'relationsOf'>,
  asking: KbRows,
  signal: AbortSignal,
): Promise<readonly Meeting[]> {
  if (!nodes.length || !entities.length) return [];
  // By a filter, because engines that join two tables of values with a pattern look at every fact of a hub first.
  const which = `${asking.values('?x', nodes)} FILTER (?e IN (${asking.list(entities)}))`;
  const wanted = new Set(nodes);
  const steps = await around.relationsOf(entities, signal);
  const through = entities.flatMap((node) =>
    fewest(steps.get(node) ?? []).map((hop) => ({ node, hops: [hop] })),
  );
  const [to, from, ...further] = await Promise.all([
    asking.rows(`SELECT ?e ?p ?x WHERE { ${which} ?e ?p ?x . }`, signal),
    asking.rows(`SELECT ?e ?p ?x WHERE { ${which} ?x ?p ?e . }`, signal),
    ...sameShape(through).map(async (group) => {
      const [first] = group;
      if (!first) return [];
      const tags = variablesOf(first);
      const query = `SELECT ${tags.join(' ')} ?q ?x WHERE { ${asking.table(tags, group)} ${walkPattern(first)} ?n1 ?q ?x . FILTER (!isLiteral(?x)) }`;
      return (await asking.rows(query, signal)).map((row) => ({ row, first }));
    }),
  ]);
  const met: Meeting[] = [];
  const has = (node: string, relation: string): boolean =>
    (steps.get(node) ?? []).some((step) => !step.reverse && step.relation === relation);
  const meet = ([e, p, x]: Row, reverse: boolean): void => {
    const [entity, node, relation] = [asking.nodeOf(e), asking.nodeOf(x), asking.idOf(p)];
    if (entity === undefined || node === undefined || entity === node || !relation || isSystem(relation))
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
    if (!walk || !hop || node === undefined || !wanted.has(node) || node === walk.node) continue;
    if (!relation || isSystem(relation)) continue;
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

/** Those to mediators, from the one that leads to the fewest, as far as there is room. */
function fewest(steps: readonly StepAround[]): readonly StepAround[] {
  let room = MOST_OF_AN_ENTITY;
  return steps
    .filter(({ mediator, ends }) => mediator && ends <= MOST_MEDIATORS)
    .sort((left, right) => left.ends - right.ends)
    .filter(({ ends }) => (room -= ends) >= 0);
}
