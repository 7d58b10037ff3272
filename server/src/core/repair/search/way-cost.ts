/** What tells where no question does: the usual way on from a mediator is likelier than a rare one. */
import type { Term } from '../../language/sparql/model';
import { onwardRelations } from '../../check/schema/onward-relations';
import type { RelationStep } from './rewrite';
import type { SearchState } from './search-state';

const EACH = 0.3;
const MAX = 1.5;

/** 0 for the way on that the verifiers name first, and 0 for all where a question is there to choose. */
export function continuationCost(
  { schema, context: { question } }: SearchState,
  { id: cameBy, inverse }: RelationStep,
  id: string,
  end: Term,
): number {
  const relation = schema.relation(cameBy);
  const mediator = inverse ? relation?.domain : relation?.range;
  if (question || mediator === undefined) return 0;
  const { ids } = onwardRelations(schema, mediator, {
    position: inverse ? 'subject' : 'object',
    because: [cameBy],
    node: { key: '', term: end },
  });
  const rank = ids.indexOf(id);
  return Math.min(MAX, EACH * (rank < 0 ? ids.length : rank));
}
