/** Gold's answers by running gold's queries, where the dataset has none or those of another KB. */
import type { KnowledgeBase, Limits } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import type { Answerability, EvalQuestion, Gold, GoldParse } from './eval-question';
import { goldQueryOf, runGold } from './run-gold';

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
  const asOf = { now: ports.date.slice(0, 10) };
  const troubles: string[] = [];
  const parses: GoldParse[] = [];
  for (const parse of question.gold.parses) {
    const query = from === 'kb' || !parse.answers ? goldQueryOf(parse, ports.schema, asOf) : undefined;
    if (query === undefined) {
      parses.push(parse);
      continue;
    }
    const { execution, answers } = await runGold(query, ports.kb, { timeoutMs, maxRows: MOST_ROWS }, signal);
    const { answers: _, ...rest } = parse;
    parses.push(answers ? { ...rest, answers: isCountOfNothing(query, answers) ? [] : answers } : rest);
    if (execution.status !== 'answered')
      troubles.push(`Gold's query could not be run, so its answer is not known. ${execution.message}`);
    else if (execution.incomplete) troubles.push(`Gold's answer is cut off: ${execution.incomplete.message}`);
  }
  // What was not looked up stays the very same.
  if (parses.every((parse, at) => parse === question.gold.parses[at])) return { question, troubles };
  const answerability = from === 'kb' ? onThisKb(parses, question.gold) : undefined;
  const gold = { ...question.gold, parses, ...(answerability && { answerability }) };
  return { question: { ...question, gold }, troubles };
}

/** Where there is nothing to count there is no answer, as in the published files. Virtuoso's COUNT may do without brackets. */
function isCountOfNothing(query: string, answers: readonly string[]): boolean {
  return answers.join() === '0' && /\bCOUNT(?:\s*\(|\s+(?:DISTINCT\b|\?))/i.test(query);
}

/** A dataset speaks of its own KB: another may have the facts, or lack them. Undefined where that could not be found out. */
function onThisKb(parses: readonly GoldParse[], { answerability }: Gold): Answerability | undefined {
  if (parses.some(({ answers }) => answers?.length)) return 'answerable';
  if (parses.some(({ answers }) => !answers)) return undefined;
  return answerability === 'schema' ? 'schema' : 'data';
}
