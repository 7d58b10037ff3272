/** Looks at one query: what the verifiers say, what it answers, how near it is to the question. */
import type { Execution } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { answeredRun, type LookUp } from '../../query/answered-run';
import type { Dialect, QueryModel } from '../../language/sparql/model';
import { parseQuery } from '../../language/sparql/parse';
import type { KbKnowledge } from '../../check/kb-knowledge';
import type { Finding } from '../../check/verifier';
import { shown, verify, verifyAnswer, type Severities } from '../../check/verify';
import { closenessOf } from './closeness';
import type { KbQuestions } from './kb-questions';
import type { Pace } from '../../language/text/pace';
import type { QuestionTerms } from '../../question/question-terms';

export interface Judged {
  readonly model: QueryModel;
  readonly findings: readonly Finding[];
  readonly execution?: Execution;
  /** Whether the KB answered with nothing; not known where it was not asked, or did not answer wholly. */
  readonly empty: boolean | undefined;
  readonly closeness: number;
}

export interface Court {
  readonly schema: KbSchema;
  readonly questions: KbQuestions | undefined;
  readonly pace: Pace;
  readonly lookUp: LookUp | undefined;
  /** What is known by now of the entities that the query names. */
  readonly known: KbKnowledge | undefined;
  readonly question: QuestionTerms | undefined;
  readonly dialect: Dialect;
  readonly severities: Severities;
  readonly onDefect: (code: string, error: unknown) => void;
  readonly onEffect?: ((code: string) => void) | undefined;
  readonly signal: AbortSignal;
}

/** Without running it. */
export function readOnly(text: string, court: Court): Judged {
  const { schema, severities, onDefect, onEffect, question } = court;
  const model = parseQuery(text, court.dialect);
  const { known } = court;
  const findings = verify(model, {
    schema,
    severities,
    onDefect,
    onEffect,
    ...(known && { kb: () => known }),
  });
  const closeness = question && model.parses ? closenessOf(model, question, schema) : 0;
  return { model, findings, empty: undefined, closeness };
}

/** A strong finding spares the run. */
export async function run(judged: Judged, court: Court): Promise<Judged> {
  const { questions, schema, lookUp, onDefect, onEffect, severities, signal } = court;
  const { model, findings } = judged;
  if (!questions || judged.execution || !mayRun(judged)) return judged;
  const execution = await questions.run(model.text);
  const answered = lookUp && (await answeredRun(questions.kb, execution, model, schema, lookUp, signal));
  const after = answered
    ? shown(model, verifyAnswer(model, answered, { schema, onDefect, onEffect }), severities)
    : [];
  return { ...judged, findings: [...findings, ...after], execution, empty: isEmpty(execution, after) };
}

export function mayRun({ model, findings }: Judged): boolean {
  return (
    model.parses && model.query.form !== 'update' && !findings.some(({ strength }) => strength === 'strong')
  );
}

function isEmpty(execution: Execution, after: readonly Finding[]): boolean | undefined {
  if (execution.status !== 'answered' || execution.incomplete) return undefined;
  const { answer } = execution;
  if (answer.kind === 'boolean') return undefined;
  if (after.some(({ code }) => code === 'egf')) return true;
  return answer.kind === 'table' ? !answer.rows.length : false;
}
