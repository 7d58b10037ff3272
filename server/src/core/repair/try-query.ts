/** One attempt: what is certainly wrong is looked for first, since it spares the run; then the query is run, and its answer looked at. */
import type { Execution } from '../kb/knowledge-base';
import { addUsage, NO_USAGE } from '../model/usage';
import type { QueryModel } from '../language/sparql/model';
import { tokenize } from '../language/sparql/tokens';
import { range } from '../language/text/range';
import type { Finding, Stage } from '../check/verifier';
import { unclearAnswer } from './answer-variable';
import { answersOf } from './answers-of';
import type { Attempt } from './attempt';
import type { RepairSession } from './repair-session';
import { inOrder, isBearable, isCertain } from './checks';
import { reasonNotToRun } from './reason-not-to-run';
import { readAttempt, type ReadAttempt } from './read-attempt';
import type { RepairEvent } from './repair-events';

/** A query to be tried, and where it comes from. */
export type ProposedQuery = Pick<Attempt, 'by' | 'query' | 'changes' | 'thought'> & {
  readonly usage?: Attempt['usage'];
  /** Where the search has run it already. */
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
  yield* foundBefore(session, query, proposal, round, findings);
  const execution = yield* runUnlessSpared(session, query, proposal, round, findings);
  const read = yield* readIfFit(session, query, execution, round, findings);
  const answers = answersOf(query, execution);
  const { by, changes, thought, usage = NO_USAGE } = proposal;
  const attempt: Attempt = {
    round,
    by,
    query: query.text,
    ...(changes && { changes }),
    findings: inOrder(findings),
    ...(execution && { execution }),
    ...(answers && { answers }),
    ...(read && { reading: read.reading, agreement: read.agreement }),
    ...(thought !== undefined && { thought }),
    usage: addUsage(usage, read?.usage ?? NO_USAGE),
    milliseconds: session.ports.now() - began,
  };
  yield { type: 'attempted', attempt };
  return attempt;
}

/** What was tried before comes out as before. */
export function* repeat(
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

async function* foundBefore(
  session: RepairSession,
  query: QueryModel,
  { by }: ProposedQuery,
  round: number,
  findings: Finding[],
): AsyncGenerator<RepairEvent> {
  const danger = by === 'input' ? undefined : reasonNotToRun(query, session.given);
  const found = await session.findingsBefore(query, by);
  // Of what cannot be read, the check of the syntax says more.
  findings.push(...(danger && (query.parses || !found.some(isCertain)) ? [danger] : []), ...found);
  for (const stage of ['text', 'schema'] satisfies Stage[])
    yield { type: 'verified', round, stage, findings: findings.filter((one) => one.stage === stage) };
}

async function* runUnlessSpared(
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
    ...refusalIn(query, execution, kb.name),
    ...(await session.findingsAfter(query, execution)),
    ...unclearIn(session, query, execution),
  ];
  findings.push(...found);
  yield { type: 'verified', round, stage: 'answer', findings: found };
  return execution;
}

/** What is certainly wrong, or did not run, is not worth reading. */
async function* readIfFit(
  session: RepairSession,
  query: QueryModel,
  execution: Execution | undefined,
  round: number,
  findings: Finding[],
): AsyncGenerator<RepairEvent, ReadAttempt | undefined> {
  const { question } = session.task;
  if (question === undefined || findings.some(isCertain)) return undefined;
  if (execution && execution.status !== 'answered') return undefined;
  const wanted = session.severities['nl_semantic'] !== 'off';
  if (wanted) session.ports.onEffect?.('nl_semantic');
  const fit = wanted && isBearable({ findings, ...(execution && { execution }) });
  let read: ReadAttempt | undefined;
  try {
    read = yield* readAttempt(session, query, execution, fit, round);
  } catch (error) {
    session.signal.throwIfAborted();
    session.ports.onDefect('reading', error);
  }
  if (!read) return undefined;
  const { reading, agreement, trouble } = read;
  yield { type: 'read', round, reading, agreement };
  if (trouble !== undefined) {
    // Put into words by templates, a query can still be judged.
    if (agreement.verdict === 'unknown') session.modelFault = trouble;
    yield { type: 'trouble', round, message: trouble };
  }
  const found = session.findingsOfReading(query, question, agreement);
  findings.push(...found);
  yield { type: 'verified', round, stage: 'intent', findings: found };
  return read;
}

function unclearIn({ task }: RepairSession, query: QueryModel, execution: Execution): readonly Finding[] {
  if (execution.status !== 'answered' || task.question === undefined) return [];
  return unclearAnswer(query, execution.answer, task.question);
}

/** What an engine will not take, or not finish, is told like any other finding. */
function refusalIn(query: QueryModel, execution: Execution, kb: string): readonly Finding[] {
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

/** Whether two texts are the same query, but for the space between its words. */
export function sameWords(left: string, right: string): boolean {
  return left === right || wordsOf(left) === wordsOf(right);
}

function wordsOf(text: string): string {
  return tokenize(text)
    .tokens.map(({ start, end }) => text.slice(start, end))
    .join(' ');
}
