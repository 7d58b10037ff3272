/** Runs gold queries. Datasets are untrusted, so a gold query may only read from the KB. */
import type { Execution, KnowledgeBase, ExecutionLimits } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { answersOf } from '../core/repair/answers-of';
import { reasonNotToRun } from '../core/repair/reason-not-to-run';
import { parseSExpr } from '../core/logical-form/parse-sexpr';
import { toSparql } from '../core/logical-form/to-sparql';
import { parseQuery } from '../core/language/sparql/parse';
import { summarizeFinding } from '../core/check/finding-text';
import type { GoldParse } from './eval-question';

/** The value of NOW in the published questions: the date of Freebase's last dump. */
export const LAST_DUMP = { now: '2015-08-10' };

export interface GoldRun {
  readonly query: string;
  readonly execution: Execution;
  /** Sorted IDs and values; absent if unknown, partial if the execution is incomplete. */
  readonly answers?: readonly string[];
}

/** Returns the SPARQL of the parse, or else its logical form as SPARQL. Undefined if neither can be parsed. */
export function toGoldQuery(
  { sparql, sexpr }: GoldParse,
  schema: KbSchema,
  asOf = LAST_DUMP,
): string | undefined {
  if (sparql !== undefined) return sparql;
  const expr = sexpr === undefined ? undefined : parseSExpr(sexpr, schema).expr;
  return expr && toSparql(expr, schema, asOf);
}

/** Rejects only when `signal` is aborted. */
export async function runGold(
  query: string,
  kb: KnowledgeBase,
  limits: ExecutionLimits,
  signal: AbortSignal,
): Promise<GoldRun> {
  const model = parseQuery(query, 'virtuoso');
  const refusal = reasonNotToRun(model, undefined);
  if (refusal) return { query, execution: { status: 'refused', message: summarizeFinding(refusal) } };
  const execution = await kb.execute(query, limits, signal);
  const answers = answersOf(model, execution);
  return { query, execution, ...(answers && { answers }) };
}
