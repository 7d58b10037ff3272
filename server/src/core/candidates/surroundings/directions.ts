/** The inverse of a relation and the type at the end of a hop, by the schema. */
import type { KbSchema } from '../../schema/schema';
import type { Hop } from './surroundings';

export function inverseOf(relation: string, schema: KbSchema): string | undefined {
  return schema.relation(relation)?.reverse;
}

export function leadsToMediator(hop: Hop, schema: KbSchema): boolean {
  return schema.isMediator(endTypeOf(hop, schema));
}

export function endTypeOf({ relation, reverse }: Hop, schema: KbSchema): string | undefined {
  const known = schema.relation(relation);
  return reverse ? known?.domain : known?.range;
}
