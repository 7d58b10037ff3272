/** Whether a part of a graph is what an inner SELECT looks through. */
import type { KbSchema } from '../schema/schema';
import type { Edge, Node, Typing } from '../describe/query-graph';

/** `over` as `read/extremes.ts` has it: a line a triple, with `?` for what varies. */
export function hasShape(
  over: string,
  edges: readonly Edge[],
  typings: readonly Typing[],
  schema: KbSchema,
): boolean {
  const own = [
    ...edges.map(({ from, relation = '', to }) => `${wordOf(from)} ${iriOf(relation, schema)} ${wordOf(to)}`),
    ...typings.map(({ node, type }) => `${wordOf(node)} a ${iriOf(type, schema)}`),
  ];
  let theirs = over;
  for (const iri of schema.typing) theirs = theirs.replaceAll(` ${iri} `, ' a ');
  const unique = (lines: readonly string[]): string => [...new Set(lines)].sort().join('\n');
  return unique(theirs.split('\n')) === unique(own);
}

function wordOf({ term }: Node): string {
  return term?.kind === 'iri' ? term.iri : term?.kind === 'literal' ? term.value : '?';
}

function iriOf(id: string, { namespace }: KbSchema): string {
  return /^[a-z][a-z+.-]*:/i.test(id) ? id : namespace + id;
}
