/** Makes what the first completion would have to wait for: the names are indexed, and the usual relations decoded. */
import type { KbSchema } from '../../schema/schema';
import { completeAt } from './complete';

const BEGUN = ['SELECT ?x { ?x ', 'SELECT ?x { ?x e', 'SELECT ?x { ?x a e'];

export function warmUp(schema: KbSchema): void {
  for (const text of BEGUN) completeAt(text, text.length, { schema, dialect: 'virtuoso' });
}
