/** Compares the predicted query with gold: as a graph, and as in FUn-FuSIC's published script. */
import type { KbSchema } from '../../core/schema/schema';
import { isSameGraph } from '../../core/logical-form/same-graph';
import type { SExpr } from '../../core/logical-form/sexpr';
import type { Gold } from '../eval-question';
import type { Prediction } from '../prediction';
import { toLogicalForm } from './to-logical-form';
import type { GoldNames } from './gold-names';

export interface ParsedGold {
  readonly form: SExpr | undefined;
  readonly names: GoldNames | undefined;
}

/** Whether no query can express the question. */
function isInexpressible({ answerability, parses }: Gold): boolean {
  const hasQuery = parses.some(({ sparql, sexpr }) => sparql !== undefined || sexpr !== undefined);
  return answerability === 'schema' || (answerability === 'unanswerable' && !hasQuery);
}

/** Undefined if gold has no logical form. */
export function graphMatch(
  gold: Gold,
  parses: readonly ParsedGold[],
  prediction: Prediction,
  schema: KbSchema,
): boolean | undefined {
  if (isInexpressible(gold)) return prediction.kind === 'unanswerable' && prediction.level !== 'data';
  const forms = parses.flatMap(({ form }) => form ?? []);
  if (!forms.length) return undefined;
  const predicted = predictedQuery(prediction);
  const form = predicted && toLogicalForm(predicted, schema);
  return form !== undefined && forms.some((one) => isSameGraph(one, form, schema));
}

export function substringMatch(
  gold: Gold,
  parses: readonly ParsedGold[],
  prediction: Prediction,
  schema: KbSchema,
): boolean | undefined {
  // A withheld query does not count.
  const isWithheld = prediction.kind === 'unanswerable' && prediction.query === null;
  const predicted = isWithheld ? undefined : predictedQuery(prediction);
  if (isInexpressible(gold)) return predicted === undefined && prediction.kind !== 'failed';
  const goldNames = parses.flatMap(({ names }) => names ?? []);
  if (!goldNames.length) return undefined;
  const text = predicted?.sparql ?? predicted?.sexpr;
  if (text === undefined) return false;
  const hasRelation = (id: string): boolean => {
    const reverse = schema.relation(id)?.reverse;
    return text.includes(id) || (reverse !== undefined && text.includes(reverse));
  };
  return goldNames.some(
    ({ entities, relations }) => entities.every((id) => text.includes(id)) && relations.every(hasRelation),
  );
}

/** The query of an unanswerable question counts only if facts are missing: then it asks the question. */
function predictedQuery({
  kind,
  level,
  query,
  sexpr,
  attempts,
}: Prediction): { readonly sparql: string | undefined; readonly sexpr: string | undefined } | undefined {
  if (kind === 'failed' || (kind === 'unanswerable' && level !== 'data')) return undefined;
  const chosen = attempts.find((attempt) => attempt.chosen);
  // The answers of the chosen query were rejected, so it is not the predicted query.
  if (kind === 'unanswerable' && chosen?.answers?.length) return undefined;
  const sparql = query ?? chosen?.query;
  const form = sexpr ?? (query === null || query === chosen?.query ? chosen?.sexpr : undefined);
  return sparql === undefined && form === undefined ? undefined : { sparql, sexpr: form };
}
