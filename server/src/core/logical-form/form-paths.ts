/** Going along the edges of a graph. */
import type { Edge, Node } from '../describe/query-graph';
import { named, NoCounterpart } from './form-graph';
import type { RelationStep } from './sexpr';

export function otherEnd({ from, to }: Edge, node: Node): Node {
  return from === node ? to : from;
}

export function stepFrom({ from, relation = '' }: Edge, node: Node): RelationStep {
  return { relation, reverse: from !== node };
}

/** The edges from one node to another. */
export function pathBetween(from: Node, to: Node, edges: readonly Edge[]): readonly Edge[] {
  const before = new Map<Node, Edge>();
  const queue = [from];
  for (const node of queue)
    for (const edge of edges) {
      if (edge.from !== node && edge.to !== node) continue;
      const next = otherEnd(edge, node);
      if (next === from || before.has(next) || next.term) continue;
      before.set(next, edge);
      queue.push(next);
    }
  const path: Edge[] = [];
  for (let at = to; at !== from;) {
    const edge = before.get(at);
    if (!edge) throw new NoCounterpart(`${named(to)} is not bound to ${named(from)}.`);
    path.unshift(edge);
    at = otherEnd(edge, at);
  }
  return path;
}

/** All that hangs together with a node, but by one edge. */
export function reachedFrom(node: Node, edges: readonly Edge[], without?: Edge): ReadonlySet<Node> {
  const found = new Set([node]);
  for (const at of found)
    for (const edge of edges) {
      if (edge === without || (edge.from !== at && edge.to !== at)) continue;
      const next = otherEnd(edge, at);
      if (!next.term) found.add(next);
    }
  return found;
}

export function uniqueEdges(edges: readonly Edge[]): readonly Edge[] {
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

function sameNode({ term: left, ...one }: Node, { term: right, ...other }: Node): boolean {
  if (!left || !right) return left === right && one.variable === other.variable;
  if (left.kind === 'iri') return right.kind === 'iri' && left.iri === right.iri;
  return (
    right.kind === 'literal' &&
    left.value === right.value &&
    left.datatype === right.datatype &&
    left.language === right.language
  );
}
