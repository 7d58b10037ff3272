/** Runs a query for rows; failures are values. */
import type { KnowledgeBase, ExecutionLimits, AnswerRow } from '../kb/knowledge-base';

export interface QueryRows {
  readonly rows: readonly AnswerRow[];
  /** Why rows are missing. */
  readonly incomplete: string | undefined;
  readonly columns: readonly string[];
}

export interface QueryRowsProblem {
  readonly problem: string;
  /** A smaller query may work. */
  readonly tooLarge: boolean;
}

export async function queryRows(
  kb: KnowledgeBase,
  query: string,
  limits: ExecutionLimits,
  signal: AbortSignal,
): Promise<QueryRows | QueryRowsProblem> {
  const execution = await kb.execute(query, limits, signal);
  switch (execution.status) {
    case 'answered': {
      const { answer, incomplete } = execution;
      return answer.kind === 'table'
        ? { rows: answer.rows, columns: answer.columns, incomplete: incomplete?.message }
        : { problem: `The KB ${kb.name} did not answer with rows.`, tooLarge: false };
    }
    case 'refused':
      return { problem: execution.message, tooLarge: true };
    case 'timed-out':
    case 'unreachable':
      return { problem: execution.message, tooLarge: false };
  }
}
