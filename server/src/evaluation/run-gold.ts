/** Runs a gold query. Datasets are untrusted: a gold query may read from the KB and nothing else. */
import type { Execution, KnowledgeBase, Limits } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { answersOf } from '../core/repair/answers-of';
import { reasonNotToRun } from '../core/repair/reason-not-to-run';
import { parseSExpr } from '../core/logical-form/parse-sexpr';
import { toSparql } from '../core/logical-form/to-sparql';
import { parseQuery } from '../core/language/sparql/parse';
import { summarizeFinding } from '../core/check/finding-text';
import type { GoldParse } from './eval-question';

/** NOW in the published questions: the date of Freebase's last dump. */
export const PUBLISHED = { now: '2015-08-10' };

export interface GoldRun {
  readonly query: string;
  readonly execution: Execution;
  /** Sorted IDs and values; absent if unknown. Not all of them if the execution is incomplete. */
  readonly answers?: readonly string[];
}

/** The SPARQL of the dataset, or else its logical form as SPARQL. Undefined if neither can be read. */
export function goldQueryOf(
  { sparql, sexpr }: GoldParse,
  schema: KbSchema,
  asOf = PUBLISHED,
): string | undefined {
  if (sparql !== undefined) return sparql;
  const expr = sexpr === undefined ? undefined : parseSExpr(sexpr, schema).expr;
  return expr && toSparql(expr, schema, asOf);
}

/** Rejects only when `signal` is aborted. */
export async function runGold(
  query: string,
  kb: KnowledgeBase,
  limits: Limits,
  signal: AbortSignal,
): Promise<GoldRun> {
  const model = parseQuery(query, 'virtuoso');
  const danger = reasonNotToRun(model, undefined);
  if (danger) return { query, execution: { status: 'refused', message: summarizeFinding(danger) } };
  const execution = await kb.execute(query, limits, signal);
  const answers = answersOf(model, execution);
  return { query, execution, ...(answers && { answers }) };
}
