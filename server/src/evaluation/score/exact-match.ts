/** Whether the query is gold's: as a graph, and as FUn-FuSIC's published script asks it. */
import type { KbSchema } from '../../core/schema/schema';
import { sameGraph } from '../../core/logical-form/same-graph';
import type { SExpr } from '../../core/logical-form/sexpr';
import type { Gold } from '../eval-question';
import type { Prediction } from '../prediction';
import { formOf } from './forms';
import type { GoldNames } from './gold-names';

/** What gold says in one reading. */
export interface GoldReading {
  readonly form: SExpr | undefined;
  readonly names: GoldNames | undefined;
}

/** Whether the right thing to say is that nothing asks this. */
export function isInexpressible({ answerability, parses }: Gold): boolean {
  const hasQuery = parses.some(({ sparql, sexpr }) => sparql !== undefined || sexpr !== undefined);
  return answerability === 'schema' || (answerability === 'unanswerable' && !hasQuery);
}

/** Undefined where gold has no form: its query says what no form says, or the dataset has none. */
export function graphMatch(
  gold: Gold,
  readings: readonly GoldReading[],
  prediction: Prediction,
  schema: KbSchema,
): boolean | undefined {
  if (isInexpressible(gold)) return saysInexpressible(prediction);
  const forms = readings.flatMap(({ form }) => form ?? []);
  if (!forms.length) return undefined;
  const said = queryOf(prediction);
  const form = said && formOf(said, schema);
  return form !== undefined && forms.some((one) => sameGraph(one, form, schema));
}

export function substringMatch(
  gold: Gold,
  readings: readonly GoldReading[],
  prediction: Prediction,
  schema: KbSchema,
): boolean | undefined {
  const said = queryOf(prediction);
  if (isInexpressible(gold)) return said === undefined && prediction.kind !== 'failed';
  const named = readings.flatMap(({ names }) => names ?? []);
  if (!named.length) return undefined;
  const text = said?.sparql ?? said?.sexpr;
  if (text === undefined) return false;
  const hasRelation = (id: string): boolean => {
    const reverse = schema.relation(id)?.reverse;
    return text.includes(id) || (reverse !== undefined && text.includes(reverse));
  };
  return named.some(
    ({ entities, relations }) => entities.every((id) => text.includes(id)) && relations.every(hasRelation),
  );
}

function saysInexpressible({ kind, level }: Prediction): boolean {
  return kind === 'unanswerable' && level !== 'data';
}

/** Of what is called unanswerable, a query only counts where it is for want of facts: it is what asks the question. */
function queryOf({
  kind,
  level,
  query,
  sexpr,
  attempts,
}: Prediction): { readonly sparql: string | undefined; readonly sexpr: string | undefined } | undefined {
  if (kind === 'failed' || (kind === 'unanswerable' && level !== 'data')) return undefined;
  const chosen = attempts.find((attempt) => attempt.chosen);
  // It has answers that were withheld: nothing was said by it.
  if (kind === 'unanswerable' && chosen?.answers?.length) return undefined;
  const sparql = query ?? chosen?.query;
  const form = sexpr ?? (query === null || query === chosen?.query ? chosen?.sexpr : undefined);
  return sparql === undefined && form === undefined ? undefined : { sparql, sexpr: form };
}
