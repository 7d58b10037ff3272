/** Checks one query: findings, answer, similarity to the question. */
import type { Execution } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { answeredRun, type LookUpEntities } from '../../query/answered-run';
import type { Dialect, QueryModel } from '../../language/sparql/model';
import { parseQuery } from '../../language/sparql/parse';
import type { KbKnowledge } from '../../check/kb-knowledge';
import type { Finding } from '../../check/verifier';
import { isCertain } from '../checks';
import { visibleFindings, verify, verifyAnswer, type Severities } from '../../check/verify';
import { similarityToQuestion } from './question-similarity';
import type { KbProbes } from './kb-probes';
import type { SearchBudget } from '../../language/text/search-budget';
import type { QuestionTerms } from '../../question/question-terms';

export interface CheckedQuery {
  readonly model: QueryModel;
  readonly findings: readonly Finding[];
  readonly execution?: Execution;
  /** Whether the answer is empty; undefined if it was not run or is incomplete. */
  readonly empty: boolean | undefined;
  readonly closeness: number;
}

export interface SearchContext {
  readonly schema: KbSchema;
  readonly probes: KbProbes | undefined;
  readonly budget: SearchBudget;
  readonly lookUp: LookUpEntities | undefined;
  /** What is known of the entities in the query. */
  readonly known: KbKnowledge | undefined;
  readonly question: QuestionTerms | undefined;
  readonly dialect: Dialect;
  readonly severities: Severities;
  readonly onDefect: (code: string, error: unknown) => void;
  readonly onEffect?: ((code: string) => void) | undefined;
  readonly signal: AbortSignal;
}

/** Without running it. */
export function checkWithoutRunning(text: string, context: SearchContext): CheckedQuery {
  const { schema, severities, onDefect, onEffect, question } = context;
  const model = parseQuery(text, context.dialect);
  const { known } = context;
  const findings = verify(model, {
    schema,
    severities,
    onDefect,
    onEffect,
    ...(known && { kb: () => known }),
  });
  const closeness = question && model.parses ? similarityToQuestion(model, question, schema) : 0;
  return { model, findings, empty: undefined, closeness };
}

/** A query that certainly cannot work is not run. */
export async function runChecked(checked: CheckedQuery, context: SearchContext): Promise<CheckedQuery> {
  const { probes, schema, lookUp, onDefect, onEffect, severities, signal } = context;
  const { model, findings } = checked;
  if (!probes || checked.execution || !mayRun(checked)) return checked;
  const execution = await probes.run(model.text);
  const answered = lookUp && (await answeredRun(probes.kb, execution, model, schema, lookUp, signal));
  const after = answered
    ? visibleFindings(model, verifyAnswer(model, answered, { schema, onDefect, onEffect }), severities)
    : [];
  return { ...checked, findings: [...findings, ...after], execution, empty: isEmpty(execution, after) };
}

function mayRun({ model, findings }: CheckedQuery): boolean {
  return model.parses && model.query.form !== 'update' && !findings.some(isCertain);
}

function isEmpty(execution: Execution, after: readonly Finding[]): boolean | undefined {
  if (execution.status !== 'answered' || execution.incomplete) return undefined;
  const { answer } = execution;
  if (answer.kind === 'boolean') return undefined;
  if (after.some(({ code }) => code === 'egf')) return true;
  return answer.kind === 'table' ? !answer.rows.length : false;
}
