/** Visits a pattern and the patterns nested in it. */
import type { NestedKind, Node, Pattern } from './query-graph';

export function* withNested(
  pattern: Pattern,
  enters: (kind: NestedKind) => boolean = () => true,
): Iterable<Pattern> {
  yield pattern;
  for (const { kind, patterns } of pattern.nested)
    if (enters(kind)) for (const inner of patterns) yield* withNested(inner, enters);
}

export function touches({ edges, typings, conditions, nested }: Pattern, node: Node): boolean {
  return (
    edges.some(({ from, to }) => from === node || to === node) ||
    typings.some((typing) => typing.node === node) ||
    conditions.some(({ on }) => on === node) ||
    nested.some(({ patterns }) => patterns.some((inner) => touches(inner, node)))
  );
}

export function mentions({ edges, typings }: Pattern, node: Node): boolean {
  return (
    edges.some(({ from, to }) => from === node || to === node) ||
    typings.some((typing) => typing.node === node)
  );
}

/** The variables of a pattern and of those nested in it. */
export function variablesIn(pattern: Pattern): ReadonlySet<Node> {
  const found = new Set<Node>();
  for (const { edges, typings, conditions } of withNested(pattern)) {
    for (const { from, to } of edges) found.add(from).add(to);
    for (const { node } of typings) found.add(node);
    for (const condition of conditions) {
      found.add(condition.on);
      if (condition.kind === 'relate') found.add(condition.other);
    }
  }
  for (const node of found) if (node.variable === undefined) found.delete(node);
  return found;
}
