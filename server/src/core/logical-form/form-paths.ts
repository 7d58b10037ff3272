/** Paths in a query graph. */
import type { QueryEdge, QueryNode } from '../describe/query-graph';
import { displayName, InexpressibleError } from './form-graph';
import type { RelationExpr } from './sexpr';

export function otherEnd({ from, to }: QueryEdge, node: QueryNode): QueryNode {
  return from === node ? to : from;
}

export function stepFrom({ from, relation = '' }: QueryEdge, node: QueryNode): RelationExpr {
  return { relation, reverse: from !== node };
}

/** Returns the edges of the shortest path between two nodes. */
export function pathBetween(
  from: QueryNode,
  to: QueryNode,
  edges: readonly QueryEdge[],
): readonly QueryEdge[] {
  const cameBy = new Map<QueryNode, QueryEdge>();
  const queue = [from];
  for (const node of queue)
    for (const edge of edges) {
      if (edge.from !== node && edge.to !== node) continue;
      const next = otherEnd(edge, node);
      if (next === from || cameBy.has(next) || next.term) continue;
      cameBy.set(next, edge);
      queue.push(next);
    }
  const path: QueryEdge[] = [];
  for (let at = to; at !== from;) {
    const edge = cameBy.get(at);
    if (!edge) throw new InexpressibleError(`${displayName(to)} is not bound to ${displayName(from)}.`);
    path.unshift(edge);
    at = otherEnd(edge, at);
  }
  return path;
}

/** Returns the nodes that are connected to a node without one edge. */
export function connectedNodes(
  node: QueryNode,
  edges: readonly QueryEdge[],
  without?: QueryEdge,
): ReadonlySet<QueryNode> {
  const connected = new Set([node]);
  for (const at of connected)
    for (const edge of edges) {
      if (edge === without || (edge.from !== at && edge.to !== at)) continue;
      const next = otherEnd(edge, at);
      if (!next.term) connected.add(next);
    }
  return connected;
}

export function uniqueEdges(edges: readonly QueryEdge[]): readonly QueryEdge[] {
  return edges.filter(
    (edge, index) =>
      !edges
        .slice(0, index)
        .some(
          (one) =>
            one.relation === edge.relation && sameNode(one.from, edge.from) && sameNode(one.to, edge.to),
        ),
  );
}

function sameNode({ term: left, ...one }: QueryNode, { term: right, ...other }: QueryNode): boolean {
  if (!left || !right) return left === right && one.variable === other.variable;
  if (left.kind === 'iri') return right.kind === 'iri' && left.iri === right.iri;
  return (
    right.kind === 'literal' &&
    left.value === right.value &&
    left.datatype === right.datatype &&
    left.language === right.language
  );
}
