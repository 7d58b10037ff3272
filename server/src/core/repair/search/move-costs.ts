/** The costs of moves: the higher, the less likely it is that the author made this mistake. */
import { nameSimilarity, parseName } from '../../schema/inference/near-names';
import type { KbSchema } from '../../schema/schema';
import { editDistance } from '../../language/text/distance';
import type { Term } from '../../language/sparql/model';
import { onwardRelations } from '../../check/schema/onward-relations';
import type { DirectedRelation } from '../../check/schema/exclude-start';
import type { SearchState } from './search-state';

export function dropCost(schema: KbSchema, id: string): number {
  return schema.hasType(id) ? 1.3 : 1;
}

/** The cost of replacing a class. Replacing it with a hardly similar one costs more than removing it. */
export function classCost(schema: KbSchema, written: string, meant: string): number {
  if (written === meant) return 0;
  const exists = schema.hasType(written);
  const distance = exists ? Infinity : editDistance(written, meant, 3);
  if (distance <= 3) return 0.2 + 0.2 * distance;
  const likeness = Math.min(1.5, nameSimilarity(parseName(written), parseName(meant), exists)) / 1.5;
  return 2.4 - likeness;
}

/** The cost of a rare relation as a replacement: 0 for the same or a frequent one, up to 1. */
export function rarityCost(schema: KbSchema, before: string, after: string): number {
  if (before === after) return 0;
  const { queries = 0, facts = 0 } = schema.relation(after)?.use ?? {};
  // A few published queries may be chance.
  return Math.max(0, 1 - 0.15 * Math.max(0, queries - 2) - 0.015 * facts);
}

/** Without a question, the usual continuation from a mediator is likelier than a rare one. */
const COST_PER_RANK = 0.3;
const MAX_CONTINUATION_COST = 1.5;

/** 0 for the first suggestion of the verifiers, and for all if there is a question. */
export function continuationCost(
  { schema, context: { question } }: SearchState,
  { id: cameBy, inverse }: DirectedRelation,
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
  return Math.min(MAX_CONTINUATION_COST, COST_PER_RANK * (rank < 0 ? ids.length : rank));
}
