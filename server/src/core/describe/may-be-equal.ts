/** Whether a filter `?a != ?b` has an effect that a description must mention. */
import type { KbSchema } from '../schema/schema';
import type { QueryEdge, QueryNode } from './query-graph';

/**
 * Many queries exclude that two nodes are equal although they cannot be. They can if both have the same role in the pattern,
 * such as two children of one parent, or if both have the same type and the same subject. They cannot if both have the same role in
 * one mediator, such as the two persons of a marriage: nobody's spouse is the same person.
 */
export function mayBeEqual(
  left: QueryNode,
  right: QueryNode,
  edges: readonly QueryEdge[],
  schema: KbSchema,
): boolean {
  const overlap = <T>(read: (node: QueryNode) => ReadonlySet<T>): boolean => {
    const others = read(right);
    return [...read(left)].some((value) => others.has(value));
  };
  return (
    !arePartners(left, right, edges, schema) &&
    (overlap((node) => rolesOf(node, edges, schema)) ||
      (overlap((node) => subjectsOf(node, edges)) && overlap((node) => rangesOf(node, edges, schema))))
  );
}

function arePartners(
  left: QueryNode,
  right: QueryNode,
  edges: readonly QueryEdge[],
  schema: KbSchema,
): boolean {
  /** By mediator: the relations from it to the node. */
  const rolesIn = (node: QueryNode): readonly (readonly [QueryNode, string])[] =>
    edges.flatMap(({ relation = '', from, to }) => {
      const role = to === node ? relation : from === node ? schema.relation(relation)?.reverse : undefined;
      const owner = role === undefined ? undefined : schema.relation(role)?.domain;
      return role !== undefined && schema.isMediator(owner) ? [[to === node ? from : to, role] as const] : [];
    });
  const others = rolesIn(right);
  return rolesIn(left).some(([mediator, role]) =>
    others.some(([other, otherRole]) => other === mediator && otherRole === role),
  );
}

function subjectsOf(node: QueryNode, edges: readonly QueryEdge[]): ReadonlySet<QueryNode> {
  return new Set(edges.filter(({ to }) => to === node).map(({ from }) => from));
}

function rangesOf(
  node: QueryNode,
  edges: readonly QueryEdge[],
  schema: KbSchema,
): ReadonlySet<string | undefined> {
  const ranges = edges
    .filter(({ to }) => to === node)
    .map(({ relation = '' }) => schema.relation(relation)?.range);
  return new Set(ranges.filter((type) => type !== undefined));
}

/** The relations of a node with its end of them; a relation and its reverse are the same. */
function rolesOf(node: QueryNode, edges: readonly QueryEdge[], schema: KbSchema): ReadonlySet<string> {
  const roles = new Set<string>();
  for (const { relation, from, to } of edges) {
    if (relation === undefined || (from !== node && to !== node)) continue;
    const reverse = schema.relation(relation)?.reverse;
    roles.add(from === node ? `of ${relation}` : `by ${relation}`);
    if (reverse !== undefined) roles.add(from === node ? `by ${reverse}` : `of ${reverse}`);
  }
  return roles;
}
