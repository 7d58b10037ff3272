/** Whether a filter that two nodes differ is worth describing. */
import type { KbSchema } from '../schema/schema';
import type { Edge, Node } from './query-graph';

/**
 * Queries are full of filters that a thing is not another one which nobody would take it for. Worth a word is it where both
 * have the same part in the pattern, as two children of one parent have, or are of one type and told of one thing.
 */
export function mayBeEqual(left: Node, right: Node, edges: readonly Edge[], schema: KbSchema): boolean {
  const parts = partsOf(right, edges, schema);
  if ([...partsOf(left, edges, schema)].some((part) => parts.has(part))) return true;
  const beside = besides(right, edges);
  const types = rangesOf(right, edges, schema);
  return (
    [...besides(left, edges)].some((node) => beside.has(node)) &&
    [...rangesOf(left, edges, schema)].some((type) => types.has(type))
  );
}

function besides(node: Node, edges: readonly Edge[]): ReadonlySet<Node> {
  return new Set(edges.filter(({ to }) => to === node).map(({ from }) => from));
}

function rangesOf(node: Node, edges: readonly Edge[], schema: KbSchema): ReadonlySet<string | undefined> {
  const ranges = edges
    .filter(({ to }) => to === node)
    .map(({ relation = '' }) => schema.relation(relation)?.range);
  return new Set(ranges.filter((type) => type !== undefined));
}

function partsOf(node: Node, edges: readonly Edge[], schema: KbSchema): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { relation, from, to } of edges) {
    if (relation === undefined || (from !== node && to !== node)) continue;
    const reverse = schema.relation(relation)?.reverse;
    found.add(from === node ? `of ${relation}` : `by ${relation}`);
    if (reverse !== undefined) found.add(from === node ? `by ${reverse}` : `of ${reverse}`);
  }
  return found;
}
