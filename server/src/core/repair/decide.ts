/** Decides which attempt to propose: one that passes every check, the majority of the vote, or the one with the fewest faults. */
import { isModelName } from '../describe/description';
import type { Attempt } from './attempt';
import { bestOf, compareAttempts } from './compare-attempts';
import { certainFindings, faultsOf, isEmpty, remainingFindings } from './checks';
import { promptLine } from './feedback';
import type { RepairResult } from './repair-events';
import {
  agreeingButEmpty,
  majorityOf,
  publishedMajorityOf,
  publishedPool,
  votingAttempts,
} from './majority-vote';
import { isSameQuery } from './try-query';
import type { UnanswerableDetails } from './unanswerable';

interface RepairState {
  readonly attempts: readonly Attempt[];
  /** The query to repair, if there is one. */
  readonly given: string | undefined;
  /** Why the repair ended early: a sentence that says what to do. */
  readonly fault: string | undefined;
  /** There is a question and the model used all its rounds. Only then the question may be unanswerable. */
  readonly exhausted: boolean;
  /** The model replied that no query asks the question. */
  readonly denied: boolean;
  /** How the attempts vote. `distinct`, the default: equal queries have one vote. `published`: as in the published code. */
  readonly votes?: 'none' | 'distinct' | 'published';
}

/** Requests to the model and the KB. */
interface DecisionPorts {
  /** Returns the attempt whose reading is closest to the question. */
  readonly nearest: (attempts: readonly Attempt[]) => Promise<Attempt | undefined>;
  readonly lackOfData: (attempt: Attempt) => Promise<UnanswerableDetails>;
  readonly lackOfSchema: () => UnanswerableDetails;
}

export async function decide(state: RepairState, ports: DecisionPorts): Promise<RepairResult> {
  const { attempts, fault } = state;
  const last = attempts.at(-1);
  if (last && !faultsOf(last).length && fault === undefined) return verified(last);
  if (state.votes === 'published' && state.exhausted && fault === undefined)
    return byPublishedVote(state, ports);
  const voted = state.votes === 'none' ? undefined : await byVote(state, ports);
  if (voted) return voted;
  return isUnanswerable(state) ? unanswerable(state, ports) : proposeBest(state);
}

function verified(attempt: Attempt): RepairResult {
  const { by, query, round } = attempt;
  const unjudged = attempt.agreement?.verdict === 'unknown';
  if (by === 'input') {
    const limits = [...(hasRun(attempt) ? [] : ['running it']), ...(unjudged ? ['a model'] : [])];
    const restriction = limits.length ? `. It was checked without ${limits.join(' and without ')}` : '';
    const explanation = `${explainUnchanged(attempt)}${restriction}.`;
    return { kind: 'unchanged', query, round, basis: 'verified', explanation };
  }
  const explanation = [
    ...(by === 'search' ? [foundBySearch(attempt)] : []),
    ...(by === 'search' && !isJudgedByModel(attempt) ? ['No model was used.'] : []),
    explainPassed(attempt),
    ...(unjudged ? ['Check that it asks the question.'] : []),
  ].join(' ');
  return { kind: 'repaired', query, round, basis: 'verified', explanation };
}

/** Whether a model described the query or compared it with the question. */
function isJudgedByModel({ reading, agreement }: Attempt): boolean {
  return [reading?.by, agreement?.by].some((by) => by !== undefined && isModelName(by));
}

/** Names the findings that need no repair, such as an OPTIONAL that never matches. Without a full stop. */
function explainUnchanged(attempt: Attempt): string {
  const reported = remainingFindings(attempt).map(({ message }) => message.replace(/\.$/, ''));
  if (!reported.length) return 'No problems found in the query';
  const more = reported.length > MAX_REPORTED ? `; and ${reported.length - MAX_REPORTED} more` : '';
  const list = `${reported.slice(0, MAX_REPORTED).join('; ')}${more}`;
  return `${hasRun(attempt) ? 'The query runs and needs no repair' : 'The query needs no repair'}, but the checks report: ${list}`;
}

const MAX_REPORTED = 3;

function explainPassed(attempt: Attempt): string {
  return hasRun(attempt)
    ? 'It passes every check and has an answer.'
    : 'It passes every check that does not run it.';
}

/** Votes only if a model has proposed: the candidates of a search are too similar to confirm each other. */
async function byVote(
  { attempts }: RepairState,
  { nearest }: Pick<DecisionPorts, 'nearest'>,
): Promise<RepairResult | undefined> {
  if (!attempts.some(({ by }) => by === 'model')) return undefined;
  const majority = majorityOf(votingAttempts(attempts).filter(isFirstOccurrence));
  const chosen = majority && (await nearest(majority.attempts));
  if (!chosen) return undefined;
  const input = inputOf(attempts);
  if (input && compareAttempts(input, chosen) < 0) return undefined;
  return toVotedResult(chosen, majority.support);
}

/** The published code: two equal answers decide; otherwise a query that asks the question and is empty; otherwise no query asks it. */
async function byPublishedVote(state: RepairState, ports: DecisionPorts): Promise<RepairResult> {
  const { attempts, denied } = state;
  const majority = denied ? undefined : publishedMajorityOf(attempts);
  const chosen = majority && (await ports.nearest(majority.attempts));
  if (chosen) return toVotedResult(chosen, majority.support);
  return unanswerable(state, ports, denied ? [] : publishedPool(attempts));
}

function toVotedResult(
  { by, query, round }: Attempt,
  support: NonNullable<RepairResult['support']>,
): RepairResult {
  return {
    kind: by === 'input' ? 'unchanged' : 'repaired',
    query,
    round,
    basis: 'self-consistency',
    support,
    explanation: `No query passed every check, but ${support.agreeing} of ${support.of} queries give the same answer.`,
  };
}

/** Equal queries have one vote. */
function isFirstOccurrence({ query }: Attempt, at: number, pool: readonly Attempt[]): boolean {
  return !pool.slice(0, at).some((before) => isSameQuery(before.query, query));
}

/** Every informative attempt was judged, and the model proposed one or replied that there is none. */
function isUnanswerable({ attempts, exhausted, denied }: RepairState): boolean {
  if (!exhausted || attempts.some((attempt) => !isUninformative(attempt) && !isJudged(attempt))) return false;
  return denied || attempts.some((attempt) => attempt.by === 'model' && !isUninformative(attempt));
}

/** A query that is invalid or must not run says nothing about the KB. */
function isUninformative(attempt: Attempt): boolean {
  const certain = certainFindings(attempt);
  return certain.length > 0 && certain.every(({ code }) => UNINFORMATIVE_CODES.has(code));
}

const UNINFORMATIVE_CODES: ReadonlySet<string> = new Set(['syntax', 'not_run', 'undeclared_prefix']);

/** Whether the answer of a query, or its agreement with the question, is known. */
function isJudged(attempt: Attempt): boolean {
  if (attempt.execution?.status === 'timed-out') return false;
  return (
    certainFindings(attempt).length > 0 ||
    faultsOf(attempt).some(({ code }) => code !== 'egf' && code !== 'nl_semantic') ||
    attempt.agreement?.verdict === 'same' ||
    attempt.agreement?.verdict === 'different'
  );
}

async function unanswerable(
  state: RepairState,
  ports: DecisionPorts,
  pool = votingAttempts(state.attempts),
): Promise<RepairResult> {
  const empty = agreeingButEmpty(pool);
  const asks = empty.length ? await ports.nearest(empty) : undefined;
  if (asks) {
    const { query, round } = asks;
    return { kind: 'unanswerable', query, round, basis: 'best', ...(await ports.lackOfData(asks)) };
  }
  // No attempt asks the question, so the given query stays.
  const { query, round } = inputOf(state.attempts) ?? proposeBest(state);
  return { kind: 'unanswerable', query, round, basis: 'best', ...ports.lackOfSchema() };
}

/** The given query stays unless an attempt is better. An attempt that is invalid or asks something else never is. */
function proposeBest(state: RepairState): RepairResult {
  const { attempts, given, fault } = state;
  const input = inputOf(attempts);
  const best = bestOf(attempts.filter(canBeProposed), given);
  const isBetter = best && (input ? compareAttempts(best, input) < 0 : !certainFindings(best).length);
  const chosen = isBetter ? best : input;
  if (!chosen) {
    const explanation = fault ?? explainNothingProposed(state);
    return { kind: 'failed', query: given ?? '', round: 0, basis: 'best', explanation };
  }
  const { query, round } = chosen;
  const faulty = faultsOf(chosen).length > 0;
  const basis = faulty || fault !== undefined ? 'best' : 'verified';
  const withFault = (explanation: string): string =>
    fault === undefined ? explanation : `${explanation} ${fault}`.trim();
  if (chosen !== input) {
    const explanation = withFault(explainRepair(chosen, fault !== undefined));
    return { kind: 'repaired', query, round, basis, explanation };
  }
  if (fault !== undefined && (faulty || !hasRun(chosen)))
    return { kind: 'failed', query, round, basis, explanation: fault };
  const explanation = faulty
    ? modelWroteNoQuery(attempts)
      ? 'The model wrote no valid query.'
      : 'Nothing better was found.'
    : `${explainUnchanged(chosen)}.`;
  return { kind: 'unchanged', query, round, basis, explanation: withFault(explanation) };
}

function canBeProposed(attempt: Attempt): boolean {
  const { by, agreement } = attempt;
  return (
    by === 'input' || (agreement?.verdict !== 'different' && !(by === 'model' && isUninformative(attempt)))
  );
}

function explainNothingProposed({ attempts, denied }: RepairState): string {
  if (denied) return 'The model found no query that asks this.';
  if (!attempts.length) return 'There is no query to repair, and no model to write one. Select a model.';
  return modelWroteNoQuery(attempts)
    ? 'The model wrote no valid query. Try again, or choose another model.'
    : 'The model wrote no query that works and asks this. Try again, or choose another model.';
}

function modelWroteNoQuery(attempts: readonly Attempt[]): boolean {
  const proposed = attempts.filter(({ by }) => by === 'model');
  return proposed.length > 0 && proposed.every(isUninformative);
}

function inputOf(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find(({ by }) => by === 'input');
}

function explainRepair(attempt: Attempt, broken: boolean): string {
  const found = attempt.by === 'search' ? `${foundBySearch(attempt)} ` : '';
  const faults = faultsOf(attempt);
  const [left] = faults;
  if (!left && broken && attempt.agreement?.verdict === 'unknown')
    return `${found}No problems found, but whether it asks the question could not be checked.`;
  if (!left) return `${found}${explainPassed(attempt)}`;
  if (hasRun(attempt) && isEmpty(attempt) && !certainFindings(attempt).length)
    return `${found}It is better than before, but its answer is empty.`;
  const problems = faults.length === 1 ? 'one problem is' : `${faults.length} problems are`;
  return `${found}It is better than before, but ${problems} left: ${faults
    .slice(0, MAX_REPORTED)
    .map(({ message }) => promptLine(message).replace(/[.?!]?$/, '.'))
    .join(' ')}`;
}

function hasRun({ execution }: Attempt): boolean {
  return execution?.status === 'answered';
}

function foundBySearch({ changes = [] }: Attempt): string {
  return changes.length ? `Found by search: ${changes.join('; ')}.` : 'Found by search.';
}
