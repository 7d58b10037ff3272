/** Nodes and walks as SPARQL patterns. */
import type { KbSchema } from '../../schema/schema';
import { literalOf, type Walk } from './surroundings';

/** A node or relation as a query writes it; undefined where that is not safe, so that nothing can be injected. */
export function quoted(node: string, { namespace }: Pick<KbSchema, 'namespace'>): string | undefined {
  const literal = literalOf(node);
  if (literal) return `${JSON.stringify(literal.value)}^^<${literal.datatype}>`;
  const iri = /^[a-z][a-z0-9+.-]*:\/\//i.test(node) ? node : namespace + node;
  return /[<>"{}|\\^`\s]/.test(iri) ? undefined : `<${iri}>`;
}

/** It starts at `?e`, follows `?p1`, `?p2` … and reaches `?n1`, `?n2` … */
export function walkPattern({ hops }: Walk): string {
  return hops
    .map(({ reverse }, at) => {
      const [from, by, to] = [at ? `?n${at}` : '?e', `?p${at + 1}`, `?n${at + 1}`];
      return reverse ? `${to} ${by} ${from} .` : `${from} ${by} ${to} .`;
    })
    .join(' ');
}

/** The variables that distinguish a walk from others of its shape. */
export function variablesOf({ hops }: Walk): readonly string[] {
  return ['?e', ...hops.map((_, at) => `?p${at + 1}`)];
}
