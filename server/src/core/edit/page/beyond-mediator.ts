import type { RelationId } from '../../language/rdf/ids';
import type { KbSchema } from '../../schema/schema';

/** The relations that continue from a mediator, except the one back. Those to entities come first. */
export function relationsBeyond(schema: KbSchema, mediator: string, back?: string): readonly RelationId[] {
  const onward = schema.relationsOf(mediator).filter((id) => id !== back);
  const leadsToEntity = (id: string): boolean =>
    schema.type(schema.relation(id)?.range ?? '')?.kind === 'entity';
  return [...onward.filter(leadsToEntity), ...onward.filter((id) => !leadsToEntity(id))];
}
