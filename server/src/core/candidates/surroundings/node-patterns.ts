/** Nodes and paths as SPARQL. */
import type { KbSchema } from '../../schema/schema';
import { parseLiteralNode, type NodePath } from './surroundings';

/** A node or relation as a SPARQL term; undefined if it is not a valid IRI, so that nothing can be injected. */
export function toTerm(node: string, { namespace }: Pick<KbSchema, 'namespace'>): string | undefined {
  const literal = parseLiteralNode(node);
  if (literal) return `${JSON.stringify(literal.value)}^^<${literal.datatype}>`;
  const iri = /^[a-z][a-z0-9+.-]*:\/\//i.test(node) ? node : namespace + node;
  return /[<>"{}|\\^`\s]/.test(iri) ? undefined : `<${iri}>`;
}

/** The pattern from `?e` by the relations `?p1`, `?p2` … to the nodes `?n1`, `?n2` … */
export function pathPattern({ hops }: NodePath): string {
  return hops
    .map(({ reverse }, at) => {
      const [from, by, to] = [at ? `?n${at}` : '?e', `?p${at + 1}`, `?n${at + 1}`];
      return reverse ? `${to} ${by} ${from} .` : `${from} ${by} ${to} .`;
    })
    .join(' ');
}

/** The variables that distinguish a path from others of its shape. */
export function pathVariables({ hops }: NodePath): readonly string[] {
  return ['?e', ...hops.map((_, at) => `?p${at + 1}`)];
}
