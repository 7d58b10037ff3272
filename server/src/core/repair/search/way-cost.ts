/** What tells where no question does: the usual way on from a mediator is likelier than a rare one. */
import type { Term } from '../../language/sparql/model';
import { onwardRelations } from '../../check/schema/onward-relations';
import type { Hop } from './rewrite';
import type { Scene } from './scene';

const EACH = 0.3;
const MOST = 1.5;

/** 0 for the way on that the verifiers name first, and 0 for all where a question is there to choose. */
export function wayCost(
  { schema, court: { question } }: Scene,
  { id: cameBy, inverse }: Hop,
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
  return Math.min(MOST, EACH * (rank < 0 ? ids.length : rank));
}
