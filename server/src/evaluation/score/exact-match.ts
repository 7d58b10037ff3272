/** Whether the query is that of gold: as a graph, and by FUn-FuSIC's published script. */
import type { KbSchema } from '../../core/schema/schema';
import { sameGraph } from '../../core/logical-form/same-graph';
import type { SExpr } from '../../core/logical-form/sexpr';
import type { Gold } from '../eval-question';
import type { Prediction } from '../prediction';
import { logicalFormOf } from './logical-form-of';
import type { GoldNames } from './gold-names';

/** One parse of gold. */
export interface ParsedGold {
  readonly form: SExpr | undefined;
  readonly names: GoldNames | undefined;
}

/** Whether no query can ask this question. */
export function isInexpressible({ answerability, parses }: Gold): boolean {
  const hasQuery = parses.some(({ sparql, sexpr }) => sparql !== undefined || sexpr !== undefined);
  return answerability === 'schema' || (answerability === 'unanswerable' && !hasQuery);
}

/** Undefined if gold has no logical form. */
export function graphMatch(
  gold: Gold,
  readings: readonly ParsedGold[],
  prediction: Prediction,
  schema: KbSchema,
): boolean | undefined {
  if (isInexpressible(gold)) return isCalledInexpressible(prediction);
  const forms = readings.flatMap(({ form }) => form ?? []);
  if (!forms.length) return undefined;
  const said = queryOf(prediction);
  const form = said && logicalFormOf(said, schema);
  return form !== undefined && forms.some((one) => sameGraph(one, form, schema));
}

export function substringMatch(
  gold: Gold,
  readings: readonly ParsedGold[],
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

function isCalledInexpressible({ kind, level }: Prediction): boolean {
  return kind === 'unanswerable' && level !== 'data';
}

/** The query of an unanswerable question counts only if facts are missing: then it asks the question. */
function queryOf({
  kind,
  level,
  query,
  sexpr,
  attempts,
}: Prediction): { readonly sparql: string | undefined; readonly sexpr: string | undefined } | undefined {
  if (kind === 'failed' || (kind === 'unanswerable' && level !== 'data')) return undefined;
  const chosen = attempts.find((attempt) => attempt.chosen);
  // Its answers were withheld, so it was not given as the query.
  if (kind === 'unanswerable' && chosen?.answers?.length) return undefined;
  const sparql = query ?? chosen?.query;
  const form = sexpr ?? (query === null || query === chosen?.query ? chosen?.sexpr : undefined);
  return sparql === undefined && form === undefined ? undefined : { sparql, sexpr: form };
}
