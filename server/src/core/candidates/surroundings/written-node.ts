/** A node or relation as a query writes it; nothing where it cannot be written, so that nothing can be slipped in. */
import type { KbSchema } from '../../schema/schema';
import { literalOf } from './surroundings';

export function quoted(node: string, { namespace }: Pick<KbSchema, 'namespace'>): string | undefined {
  const literal = literalOf(node);
  if (literal) return `${JSON.stringify(literal.value)}^^<${literal.datatype}>`;
  const iri = /^[a-z][a-z0-9+.-]*:\/\//i.test(node) ? node : namespace + node;
  return /[<>"{}|\\^`\s]/.test(iri) ? undefined : `<${iri}>`;
}
