/** Traverses a pattern and the patterns nested in it. */
import type { NestedKind, QueryNode, Pattern } from './query-graph';

export function* patternsWithin(
  pattern: Pattern,
  enters: (kind: NestedKind) => boolean = () => true,
): Iterable<Pattern> {
  yield pattern;
  for (const { kind, patterns } of pattern.nested)
    if (enters(kind)) for (const inner of patterns) yield* patternsWithin(inner, enters);
}

/** Whether a pattern, its conditions or the patterns nested in it mention a node. */
export function mentionsAnywhere(pattern: Pattern, node: QueryNode): boolean {
  return (
    mentions(pattern, node) ||
    pattern.conditions.some(({ on }) => on === node) ||
    pattern.nested.some(({ patterns }) => patterns.some((inner) => mentionsAnywhere(inner, node)))
  );
}

export function mentions({ edges, typings }: Pattern, node: QueryNode): boolean {
  return (
    edges.some(({ from, to }) => from === node || to === node) ||
    typings.some((typing) => typing.node === node)
  );
}

/** The variables of a pattern and of those nested in it. */
export function variablesIn(pattern: Pattern): ReadonlySet<QueryNode> {
  const nodes = new Set<QueryNode>();
  for (const { edges, typings, conditions } of patternsWithin(pattern)) {
    for (const { from, to } of edges) nodes.add(from).add(to);
    for (const { node } of typings) nodes.add(node);
    for (const condition of conditions) {
      nodes.add(condition.on);
      if (condition.kind === 'relate') nodes.add(condition.other);
    }
  }
  for (const node of nodes) if (node.variable === undefined) nodes.delete(node);
  return nodes;
}
