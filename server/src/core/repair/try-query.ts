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
import type { RepairSession } from './repair-session';
import { sortFindings, mayVote, isCertain } from './checks';
import { reasonNotToRun } from './reason-not-to-run';
import { compareWithQuestion, type QuestionComparison } from './compare-with-question';
import type { RepairEvent } from './repair-events';

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
  const { query, findings, execution, answers, reading, agreement } = before;
  const { by, thought, usage = NO_USAGE } = proposal;
  const attempt: Attempt = {
    round,
    by,
    query,
    findings,
    ...(execution && { execution }),
    ...(answers && { answers }),
    ...(reading && { reading }),
    ...(agreement && { agreement }),
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
