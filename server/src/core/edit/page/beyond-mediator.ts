import type { RelationId } from '../../language/rdf/ids';
import type { KbSchema } from '../../schema/schema';

/** The relations that lead on from a mediator, those to things first: they are what a mediator is crossed for. */
export function leadingOn(schema: KbSchema, mediator: string, back?: string): readonly RelationId[] {
  const onward = schema.relationsOf(mediator).filter((id) => id !== back);
  const leadsToThing = (id: string): boolean => {
    const range = schema.relation(id)?.range;
    return range !== undefined && schema.type(range)?.kind === 'entity';
  };
  return [...onward.filter(leadsToThing), ...onward.filter((id) => !leadsToThing(id))];
}
