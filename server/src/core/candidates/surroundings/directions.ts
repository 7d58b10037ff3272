/** What the schema says of a step: where it leads, and what it is called from the other side. */
import type { KbSchema } from '../../schema/schema';
import type { Hop } from './surroundings';

export function inverseOf(relation: string, schema: KbSchema): string | undefined {
  return schema.relation(relation)?.reverse;
}

export function leadsToMediator(hop: Hop, schema: KbSchema): boolean {
  const type = endTypeOf(hop, schema);
  return type !== undefined && schema.type(type)?.kind === 'mediator';
}

export function endTypeOf({ relation, reverse }: Hop, schema: KbSchema): string | undefined {
  const known = schema.relation(relation);
  return reverse ? known?.domain : known?.range;
}
