/** Runs gold queries to get their answers, if the dataset has none or has those of another KB. */
import type { KnowledgeBase, ExecutionLimits } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import type { Answerability, EvalQuestion, Gold, GoldParse } from './eval-question';
import { toGoldQuery, runGold } from './run-gold';

export interface GoldPorts {
  readonly kb: KnowledgeBase;
  readonly schema: KbSchema;
  /** ISO 8601: the current date for logical forms with NOW. */
  readonly date: string;
}

const MAX_ROWS = 100_000;

export interface AnsweredGold {
  readonly question: EvalQuestion;
  /** Sentences that explain why gold answers are unknown. */
  readonly troubles: readonly string[];
}

/** With `from` = `kb`, ignores the answers of the dataset. Rejects only when `signal` is aborted. */
export async function withGoldAnswers(
  question: EvalQuestion,
  ports: GoldPorts,
  from: 'dataset' | 'kb',
  { timeoutMs }: Pick<ExecutionLimits, 'timeoutMs'>,
  signal: AbortSignal,
): Promise<AnsweredGold> {
  const asOf = { now: ports.date.slice(0, 10) };
  const troubles: string[] = [];
  const parses: GoldParse[] = [];
  for (const parse of question.gold.parses) {
    const query = from === 'kb' || !parse.answers ? toGoldQuery(parse, ports.schema, asOf) : undefined;
    if (query === undefined) {
      parses.push(parse);
      continue;
    }
    const { execution, answers } = await runGold(query, ports.kb, { timeoutMs, maxRows: MAX_ROWS }, signal);
    const { answers: _, ...rest } = parse;
    parses.push(answers ? { ...rest, answers: isZeroCount(query, answers) ? [] : answers } : rest);
    if (execution.status !== 'answered')
      troubles.push(`The gold query could not be run, so the gold answer is unknown. ${execution.message}`);
    else if (execution.incomplete)
      troubles.push(`The gold answer is incomplete: ${execution.incomplete.message}`);
  }
  // Returns the same object if no query was run.
  if (parses.every((parse, at) => parse === question.gold.parses[at])) return { question, troubles };
  const answerability = from === 'kb' ? answerabilityOnKb(parses, question.gold) : undefined;
  const gold = { ...question.gold, parses, ...(answerability && { answerability }) };
  return { question: { ...question, gold }, troubles };
}

/** In the published files, a count of 0 means no answer. Virtuoso accepts COUNT without parentheses. */
function isZeroCount(query: string, answers: readonly string[]): boolean {
  return answers.join() === '0' && /\bCOUNT(?:\s*\(|\s+(?:DISTINCT\b|\?))/i.test(query);
}

/** Derives answerability from the answers, because the KB may differ from that of the dataset. Undefined if unknown. */
function answerabilityOnKb(parses: readonly GoldParse[], { answerability }: Gold): Answerability | undefined {
  if (parses.some(({ answers }) => answers?.length)) return 'answerable';
  if (parses.some(({ answers }) => !answers)) return undefined;
  return answerability === 'schema' ? 'schema' : 'data';
}
