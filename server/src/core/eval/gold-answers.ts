/** Gold's answers by running gold's queries, where the dataset has none or those of another KB. */
import type { KnowledgeBase, Limits } from '../kb/knowledge-base';
import type { KbSchema } from '../kb/schema';
import { answersOf } from '../repair/answers-of';
import { parseSExpr } from '../sexpr/parse-sexpr';
import { toSparql } from '../sexpr/to-sparql';
import { parseQuery } from '../sparql/parse';
import type { EvalQuestion, GoldParse } from './eval-question';

export interface GoldPorts {
  readonly kb: KnowledgeBase;
  readonly schema: KbSchema;
  /** ISO 8601: what counts as today, for forms that say NOW. */
  readonly date: string;
}

/** All of an answer counts, and gold's may be long. */
const MOST_ROWS = 100_000;

export interface AnsweredGold {
  readonly question: EvalQuestion;
  /** Why gold's answers are not known, a sentence each. */
  readonly troubles: readonly string[];
}

/** `kb`: whatever the dataset says. Rejects only when `signal` is aborted. */
export async function withGoldAnswers(
  question: EvalQuestion,
  ports: GoldPorts,
  from: 'dataset' | 'kb',
  { timeoutMs }: Pick<Limits, 'timeoutMs'>,
  signal: AbortSignal,
): Promise<AnsweredGold> {
  const troubles: string[] = [];
  const parses: GoldParse[] = [];
  for (const parse of question.gold.parses) {
    const query = from === 'kb' || !parse.answers ? queryOf(parse, ports) : undefined;
    if (query === undefined) {
      parses.push(parse);
      continue;
    }
    const execution = await ports.kb.execute(query, { timeoutMs, maxRows: MOST_ROWS }, signal);
    const answers = answersOf(parseQuery(query, 'virtuoso'), execution);
    const { answers: _, ...rest } = parse;
    parses.push(answers ? { ...rest, answers } : rest);
    if (execution.status !== 'answered')
      troubles.push(`Gold's query could not be run, so its answer is not known. ${execution.message}`);
    else if (execution.incomplete) troubles.push(`Gold's answer is cut off: ${execution.incomplete.message}`);
  }
  return { question: { ...question, gold: { ...question.gold, parses } }, troubles };
}

/** As the dataset writes it; a logical form is put into SPARQL. */
function queryOf({ sparql, sexpr }: GoldParse, { schema, date }: GoldPorts): string | undefined {
  if (sparql !== undefined) return sparql;
  const expr = sexpr === undefined ? undefined : parseSExpr(sexpr, schema).expr;
  return expr && toSparql(expr, schema, { now: date.slice(0, 10) });
}
