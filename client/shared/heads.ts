import { t } from './l10n';
import {
  hidePasswords,
  type QueryAnswer,
  type Execution,
  type RdfTriple,
  type RepairTrace,
  type AnswerRow,
  type Run,
} from '../../server/src/protocol/index';
import type { AnswerHead, ExecutionHead, RunHead, TraceHead } from './messages';

export function runHead(run: Run): RunHead {
  return { ...run, query: hidePasswords(run.query), execution: executionHead(run.execution) };
}

/** A trace with only the first rows of each answer. */
export function traceHead(trace: RepairTrace): TraceHead {
  const attempts = trace.attempts.map(({ execution, ...attempt }) => ({
    ...attempt,
    query: hidePasswords(attempt.query),
    ...(execution && { execution: executionHead(execution) }),
    rows: execution ? rowsOf({ execution }).slice(0, MAX_ROWS_PER_ATTEMPT) : [],
  }));
  const result = { ...trace.result, query: hidePasswords(trace.result.query) };
  return { ...trace, attempts, result };
}

const MAX_ROWS_PER_ATTEMPT = 10;

export function executionHead(execution: Execution): ExecutionHead {
  if (execution.status !== 'answered') return execution;
  return { ...execution, answer: answerHead(execution.answer) };
}

/** The rows of an answer; triples are rows of three. */
export function rowsOf({ execution }: Pick<Run, 'execution'>): readonly AnswerRow[] {
  if (execution.status !== 'answered') return [];
  switch (execution.answer.kind) {
    case 'table':
      return execution.answer.rows;
    case 'graph':
      return execution.answer.triples satisfies readonly RdfTriple[];
    case 'boolean':
    case 'done':
      return [];
  }
}

export function columnsOf({ execution }: Run): readonly string[] {
  const head = execution.status === 'answered' ? answerHead(execution.answer) : undefined;
  return head && 'columns' in head ? head.columns : [];
}

function answerHead(answer: QueryAnswer): AnswerHead {
  switch (answer.kind) {
    case 'table':
      return { kind: 'table', columns: answer.columns, total: answer.rows.length };
    case 'graph':
      return { kind: 'graph', columns: TRIPLE_COLUMNS, total: answer.triples.length };
    case 'boolean':
    case 'done':
      return answer;
  }
}

const TRIPLE_COLUMNS = ['subject', 'predicate', 'object'];

/** The title of a repair. */
export function repairTitle({ question, attempts, result }: RepairTrace): string {
  const query = attempts[0]?.query ?? result.query;
  return t('Repair: {0}', queryTitle({ query, ...(question !== undefined && { question }) }));
}

/** The title of a run: its question, or the first significant line of its query. */
export function queryTitle({ question, query }: Pick<Run, 'question' | 'query'>): string {
  if (question) return question;
  const lines = hidePasswords(query)
    .split('\n')
    .map((line) => line.trim());
  const significant = lines.find((line) => line !== '' && !/^(#|PREFIX\b|BASE\b)/i.test(line));
  return significant ?? lines.find((line) => line !== '') ?? t('Query');
}
