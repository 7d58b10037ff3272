/** Tries one query: verifiers of text and schema, then the run, the verifiers of the answer, and the comparison with the question. */
import type { Execution } from '../kb/knowledge-base';
import { addUsage, NO_USAGE } from '../model/usage';
import type { QueryModel } from '../language/sparql/model';
import { tokenize } from '../language/sparql/tokens';
import { range } from '../language/text/range';
import type { Finding, VerifierStage } from '../check/verifier';
import { unclearAnswer } from './answer-variable';
import { answersOf } from './answers-of';
import type { Attempt } from './attempt';
import type { Agreement } from '../describe/description';
import type { RepairSession } from './repair-session';
import { sortFindings, mayVote, isCertain } from './checks';
import { reasonNotToRun } from './reason-not-to-run';
import type { RepairEvent } from './repair-events';
import { infer } from '../schema/inference/inference';
import type { KbSchema } from '../schema/schema';
import { backTranslate, type BackTranslation } from '../describe/back-translate';
import { compareCues } from '../describe/compare-cues';
import { judgeAgreement } from '../describe/judge';
import { describeQuery } from '../describe/describe-query';
import { topicEntitiesOf } from '../check/answer/topics';
import { withProgress } from './with-progress';

/** A query to try, and its origin. */
export type ProposedQuery = Pick<Attempt, 'by' | 'query' | 'changes' | 'thought'> & {
  readonly usage?: Attempt['usage'];
  /** If the search has already run it. */
  readonly execution?: Execution;
};

export async function* tryQuery(
  session: RepairSession,
  proposal: ProposedQuery,
  round: number,
): AsyncGenerator<RepairEvent, Attempt> {
  const began = session.ports.now();
  const query = session.parse(proposal.query);
  const findings: Finding[] = [];
  yield* verifyBeforeRun(session, query, proposal, round, findings);
  const execution = yield* runIfValid(session, query, proposal, round, findings);
  const comparison = yield* compareIfValid(session, query, execution, round, findings);
  const answers = answersOf(query, execution);
  const { by, changes, thought, usage = NO_USAGE } = proposal;
  const attempt: Attempt = {
    round,
    by,
    query: query.text,
    ...(changes && { changes }),
    findings: sortFindings(findings),
    ...(execution && { execution }),
    ...(answers && { answers }),
    ...(comparison && { reading: comparison.reading, agreement: comparison.agreement }),
    ...(thought !== undefined && { thought }),
    usage: addUsage(usage, comparison?.usage ?? NO_USAGE),
    milliseconds: session.ports.now() - began,
  };
  yield { type: 'attempted', attempt };
  return attempt;
}

/** Copies the outcome of an earlier attempt with the same query. */
export function* repeatAttempt(
  before: Attempt,
  proposal: ProposedQuery,
  round: number,
): Generator<RepairEvent, Attempt> {
  const { changes: _changes, feedback: _feedback, thought: _thought, ...outcome } = before;
  const { by, thought, usage = NO_USAGE } = proposal;
  const attempt: Attempt = {
    ...outcome,
    round,
    by,
    ...(thought !== undefined && { thought }),
    usage,
    milliseconds: 0,
  };
  yield { type: 'attempted', attempt };
  return attempt;
}

async function* verifyBeforeRun(
  session: RepairSession,
  query: QueryModel,
  { by }: ProposedQuery,
  round: number,
  findings: Finding[],
): AsyncGenerator<RepairEvent> {
  const danger = by === 'input' ? undefined : reasonNotToRun(query, session.given);
  const found = await session.findingsBefore(query, by);
  // If the query does not parse, the syntax findings say more.
  findings.push(...(danger && (query.parses || !found.some(isCertain)) ? [danger] : []), ...found);
  for (const stage of ['text', 'schema'] satisfies VerifierStage[])
    yield { type: 'verified', round, stage, findings: findings.filter((one) => one.stage === stage) };
}

async function* runIfValid(
  session: RepairSession,
  query: QueryModel,
  proposal: ProposedQuery,
  round: number,
  findings: Finding[],
): AsyncGenerator<RepairEvent, Execution | undefined> {
  const kb = session.kb?.kb;
  if (!kb || findings.some(isCertain)) return undefined;
  const { options, signal } = session;
  const execution = proposal.execution ?? (await kb.execute(query.text, options.limits, signal));
  yield { type: 'executed', round, execution };
  if (execution.status === 'unreachable') session.kbFault = execution.message;
  const found = [
    ...engineFindings(query, execution, kb.name),
    ...(await session.findingsAfter(query, execution)),
    ...unclearAnswerFindings(session, query, execution),
  ];
  findings.push(...found);
  yield { type: 'verified', round, stage: 'answer', findings: found };
  return execution;
}

/** Compares a query with the question unless it is certainly wrong or did not run. */
async function* compareIfValid(
  session: RepairSession,
  query: QueryModel,
  execution: Execution | undefined,
  round: number,
  findings: Finding[],
): AsyncGenerator<RepairEvent, QuestionComparison | undefined> {
  const { question } = session.task;
  if (question === undefined || findings.some(isCertain)) return undefined;
  if (execution && execution.status !== 'answered') return undefined;
  const isEnabled = session.severities['nl_semantic'] !== 'off';
  if (isEnabled) session.ports.onEffect?.('nl_semantic');
  const withModel = isEnabled && mayVote({ findings, ...(execution && { execution }) });
  let comparison: QuestionComparison | undefined;
  try {
    comparison = yield* compareWithQuestion(session, query, execution, withModel, round);
  } catch (error) {
    session.signal.throwIfAborted();
    session.ports.onDefect('reading', error);
  }
  if (!comparison) return undefined;
  const { reading, agreement, trouble } = comparison;
  yield { type: 'read', round, reading, agreement };
  if (trouble !== undefined) {
    // If only the back-translation failed, the judgement used the template and counts.
    if (agreement.verdict === 'unknown') session.modelFault = trouble;
    yield { type: 'trouble', round, message: trouble };
  }
  const found = session.findingsOfReading(query, question, agreement);
  findings.push(...found);
  yield { type: 'verified', round, stage: 'intent', findings: found };
  return comparison;
}

function unclearAnswerFindings(
  { task }: RepairSession,
  query: QueryModel,
  execution: Execution,
): readonly Finding[] {
  if (execution.status !== 'answered' || task.question === undefined) return [];
  return unclearAnswer(query, execution.answer, task.question);
}

/** Reports a query that the engine rejects, or does not finish in time, as a finding. */
function engineFindings(query: QueryModel, execution: Execution, kb: string): readonly Finding[] {
  if (execution.status !== 'refused' && execution.status !== 'timed-out') return [];
  const refused = execution.status === 'refused';
  const { keyword } = query.query;
  return [
    {
      code: refused ? 'syntax' : 'timed_out',
      rule: refused ? 'engine' : 'time',
      stage: 'answer',
      strength: refused ? 'strong' : 'weak',
      severity: refused ? 'error' : 'warning',
      range: (refused ? execution.place : undefined) ?? keyword ?? range(0, query.text.length),
      message: execution.message,
      because: refused
        ? `The KB ${kb} refused the query when it was run.`
        : `The KB ${kb} did not answer in time.`,
      advice: refused ? '' : 'Ask for less, or name more of what is known.',
    },
  ];
}

/** Whether two texts differ at most in white space and comments. */
export function isSameQuery(left: string, right: string): boolean {
  return left === right || joinTokens(left) === joinTokens(right);
}

function joinTokens(text: string): string {
  return tokenize(text)
    .tokens.map(({ start, end }) => text.slice(start, end))
    .join(' ');
}

interface QuestionComparison extends BackTranslation {
  readonly agreement: Agreement;
}

/**
 * Describes a query and compares it with the question. Cues and the ranking cost nothing, so they come before the model. Undefined
 * without a question. `withModel` is true if the query has no other faults, so that a judgement is worth its cost.
 */
async function* compareWithQuestion(
  session: RepairSession,
  query: QueryModel,
  execution: Execution | undefined,
  withModel: boolean,
  round: number,
): AsyncGenerator<RepairEvent, QuestionComparison | undefined> {
  const { question } = session.task;
  const { schema } = session.ports;
  if (question === undefined || !schema || !query.parses) return undefined;
  const nameOf = await entityNames(session, query, schema);
  const byTemplate = (agreement: Agreement): QuestionComparison => ({
    reading: describeQuery(query, schema, nameOf),
    agreement,
    usage: NO_USAGE,
  });
  const known = session.ports.judge?.(query.text, answersOf(query, execution));
  if (known) return byTemplate(known);
  const cues = compareCues(question, query, schema, nameOf);
  if (cues.verdict === 'different') return byTemplate(cues);
  const byRanking = (await session.ranking())?.compare(query, execution);
  const model = withModel ? session.model : undefined;
  // The model may overrule the ranking if they differ, but a confirmed query needs no model.
  if (!model || byRanking?.verdict === 'same')
    return byTemplate(byRanking && byRanking.verdict !== 'unknown' ? byRanking : cues);
  const helpers = { schema, nameOf, model: model.model, prompts: model.prompts };
  const { signal, options } = session;
  const context = options.contextInComparison === true ? session.context?.text : undefined;
  const reader = options.backTranslation === false ? { schema, nameOf } : helpers;
  const back = yield* withProgress(round, (onProgress) => backTranslate(query, reader, onProgress, signal));
  const judged = yield* withProgress(round, (onProgress) =>
    judgeAgreement(question, back.reading, query, { ...helpers, context }, onProgress, signal),
  );
  const trouble = judged.trouble ?? back.trouble;
  return {
    reading: back.reading,
    agreement: judged.agreement,
    usage: addUsage(back.usage, judged.usage),
    ...(trouble !== undefined && { trouble }),
  };
}

async function entityNames(
  session: RepairSession,
  query: QueryModel,
  schema: KbSchema,
): Promise<(iri: string) => string | undefined> {
  const directory = session.kb?.directory;
  if (!directory) return () => undefined;
  const iris = topicEntitiesOf(infer(query, schema).scopes, schema).keys();
  const found = await directory.lookUp(iris, session.signal);
  return (iri) => found.get(iri)?.name;
}
