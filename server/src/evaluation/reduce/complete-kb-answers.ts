/** Runs gold queries on the complete KB. */
import type { KnowledgeBase, ExecutionLimits, TaskProgress } from '../../core/kb/knowledge-base';
import type { KbSchema } from '../../core/schema/schema';
import type { BadRow, EvalQuestion, GoldParse } from '../eval-question';
import { toGoldQuery, runGold } from '../run-gold';
import { findGoldNames, type GoldNames } from '../score/gold-names';

export interface AnsweredQuestion {
  readonly question: EvalQuestion;
  /** The gold parses that can be run, with their answers. */
  readonly parses: readonly AnsweredParse[];
}

export interface AnsweredParse {
  readonly parse: GoldParse;
  readonly query: string;
  readonly answers: readonly string[];
  readonly names: GoldNames;
}

export interface SkippedQuestion extends Pick<BadRow, 'row' | 'id'> {
  readonly why: string;
}

export interface CompleteKbAnswers {
  readonly answered: readonly AnsweredQuestion[];
  /** Questions without an answer, which cannot become unanswerable. */
  readonly leftOut: readonly SkippedQuestion[];
}

/** Rejects only when `signal` is aborted. */
export async function answerOnCompleteKb(
  questions: readonly EvalQuestion[],
  kb: KnowledgeBase,
  schema: KbSchema,
  limits: ExecutionLimits,
  onStep: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<CompleteKbAnswers> {
  const answered: AnsweredQuestion[] = [];
  const leftOut: SkippedQuestion[] = [];
  for (const [at, question] of questions.entries()) {
    onStep({
      message: `Asked the complete KB ${at} of ${questions.length} questions`,
      share: at / questions.length,
    });
    const { parses, why } = await answerParses(question, kb, schema, limits, signal);
    if (parses.some(({ answers }) => !isEmptyAnswer(answers))) answered.push({ question, parses });
    else leftOut.push({ row: question.row, id: question.id, why });
  }
  return { answered, leftOut };
}

/** A count of 0 counts as no answer. */
export function isEmptyAnswer(answers: readonly string[]): boolean {
  return answers.length === 0 || answers.join() === '0';
}

async function answerParses(
  { gold }: EvalQuestion,
  kb: KnowledgeBase,
  schema: KbSchema,
  limits: ExecutionLimits,
  signal: AbortSignal,
): Promise<{ readonly parses: readonly AnsweredParse[]; readonly why: string }> {
  const parses: AnsweredParse[] = [];
  let why = 'It has no gold query that can be parsed.';
  for (const parse of gold.parses) {
    const query = toGoldQuery(parse, schema);
    const names = query === undefined ? undefined : findGoldNames({ sparql: query }, undefined, schema);
    if (query === undefined || !names) continue;
    const { execution, answers } = await runGold(query, kb, limits, signal);
    if (execution.status !== 'answered') why = execution.message;
    else if (execution.incomplete) why = execution.incomplete.message;
    else if (answers) {
      why = 'The complete KB has no answer.';
      parses.push({ parse, query, answers, names });
    }
  }
  return { parses, why };
}
