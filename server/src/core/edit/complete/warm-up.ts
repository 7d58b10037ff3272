import type { KbSchema } from '../../schema/schema';
import { completeAt } from './complete';

const SAMPLE_QUERIES = ['SELECT ?x { ?x ', 'SELECT ?x { ?x e', 'SELECT ?x { ?x a e'];

/** Builds the name indexes and decodes the common relations, so that the first completion is fast. */
export function warmUp(schema: KbSchema): void {
  for (const text of SAMPLE_QUERIES) completeAt(text, text.length, { schema, dialect: 'virtuoso' });
}
