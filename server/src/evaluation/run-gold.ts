/** One of gold's queries, run. A dataset is text from outside: what it calls gold may ask the KB, and nothing else. */
import type { Execution, KnowledgeBase, Limits } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { answersOf } from '../core/repair/answers-of';
import { reasonNotToRun } from '../core/repair/reason-not-to-run';
import { parseSExpr } from '../core/logical-form/parse-sexpr';
import { toSparql } from '../core/logical-form/to-sparql';
import { parseQuery } from '../core/language/sparql/parse';
import { summarizeFinding } from '../core/check/finding-text';
import type { GoldParse } from './eval-question';

/** What counts as now in the published questions: the day of Freebase's last dump. */
export const PUBLISHED = { now: '2015-08-10' };

export interface GoldRun {
  readonly query: string;
  readonly execution: Execution;
  /** Ids and values, sorted; absent where they are not known. There may be more of them where the execution is incomplete. */
  readonly answers?: readonly string[];
}

/** As the dataset writes it; a logical form is put into SPARQL. Undefined where it has neither that can be read. */
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
