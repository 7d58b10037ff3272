/** From what was tried to what is proposed: what passed every check, what most of them answer, or the least that is wrong. */
import type { Attempt } from './attempt';
import { bestOf, compareAttempts } from './compare-attempts';
import { certainOf, faultsOf, isEmpty } from './checks';
import { oneLine } from './feedback';
import type { RepairResult } from './repair-events';
import { agreeingButEmpty, majorityOf, poolOf } from './majority-vote';
import { sameWords } from './try-query';
import type { UnanswerableDetails } from './unanswerable';

interface TriedAttempts {
  readonly attempts: readonly Attempt[];
  /** What was given, where anything was. */
  readonly given: string | undefined;
  /** Why the work ended before it was done; a sentence that says what to do. */
  readonly fault: string | undefined;
  /** A question is known, and the model had all its rounds: only then may it be called unanswerable. */
  readonly exhausted: boolean;
  /** The model said at last that there is no query for it. */
  readonly denied: boolean;
  /** Unless it is false, what the attempts answer is put to the vote. */
  readonly vote?: boolean;
}

/** What has to be asked of others before it is decided. */
interface DecisionPorts {
  /** The one whose reading is nearest to the question. */
  readonly nearest: (attempts: readonly Attempt[]) => Promise<Attempt | undefined>;
  readonly lackOfData: (attempt: Attempt) => Promise<UnanswerableDetails>;
  readonly lackOfSchema: () => UnanswerableDetails;
}

export async function decide(tried: TriedAttempts, advisers: DecisionPorts): Promise<RepairResult> {
  const { attempts, fault } = tried;
  const last = attempts.at(-1);
  if (last && !faultsOf(last).length && fault === undefined) return verified(last);
  const voted = tried.vote === false ? undefined : await byVote(tried, advisers);
  if (voted) return voted;
  return isProven(tried) ? unanswerable(tried, advisers) : leastWrong(tried);
}

function verified(attempt: Attempt): RepairResult {
  const { by, query, round } = attempt;
  const unjudged = attempt.agreement?.verdict === 'unknown';
  if (by === 'input') {
    const limits = [...(ran(attempt) ? [] : ['running it']), ...(unjudged ? ['a model'] : [])];
    const told = limits.length ? `. It was checked without ${limits.join(' and without ')}` : '';
    const explanation = `No problems found in the query${told}.`;
    return { kind: 'unchanged', query, round, basis: 'verified', explanation };
  }
  const explanation = [
    ...(by === 'search' ? [foundBySearch(attempt), 'No model was used.'] : []),
    passes(attempt),
    ...(unjudged ? ['Check yourself whether it asks the question.'] : []),
  ].join(' ');
  return { kind: 'repaired', query, round, basis: 'verified', explanation };
}

function passes(attempt: Attempt): string {
  return ran(attempt)
    ? 'It passes every check and has an answer.'
    : 'It passes every check that does not run it.';
}

/** Only where a model has proposed: what a search finds is too much alike to confirm itself. */
async function byVote(
  { attempts }: TriedAttempts,
  { nearest }: Pick<DecisionPorts, 'nearest'>,
): Promise<RepairResult | undefined> {
  if (!attempts.some(({ by }) => by === 'model')) return undefined;
  const majority = majorityOf(poolOf(attempts).filter(isNew));
  const chosen = majority && (await nearest(majority.attempts));
  if (!chosen) return undefined;
  const input = inputOf(attempts);
  if (input && compareAttempts(input, chosen) < 0) return undefined;
  const { agreeing, of } = majority.support;
  return {
    kind: chosen.by === 'input' ? 'unchanged' : 'repaired',
    query: chosen.query,
    round: chosen.round,
    basis: 'self-consistency',
    support: majority.support,
    explanation: `No query passed every check, but ${agreeing} of ${of} queries give the same answer.`,
  };
}

/** Who repeats itself has one voice all the same. */
function isNew({ query }: Attempt, at: number, pool: readonly Attempt[]): boolean {
  return !pool.slice(0, at).some((before) => sameWords(before.query, query));
}

/** That the KB cannot be asked: what the model proposed, or that it found nothing to propose, says so, and nothing is left open. */
function isProven({ attempts, exhausted, denied }: TriedAttempts): boolean {
  if (!exhausted || attempts.some((attempt) => !isMute(attempt) && !isJudged(attempt))) return false;
  return denied || attempts.some((attempt) => attempt.by === 'model' && !isMute(attempt));
}

/** What cannot be read, or may not be run, says nothing about the KB. */
function isMute(attempt: Attempt): boolean {
  const certain = certainOf(attempt);
  return certain.length > 0 && certain.every(({ code }) => MUTE.has(code));
}

const MUTE: ReadonlySet<string> = new Set(['syntax', 'not_run', 'undeclared_prefix']);

/** Where nobody could say what a query would answer, or whether it asks what was asked, nothing can be concluded from it. */
function isJudged(attempt: Attempt): boolean {
  if (attempt.execution?.status === 'timed-out') return false;
  return (
    certainOf(attempt).length > 0 ||
    faultsOf(attempt).some(({ code }) => code !== 'egf' && code !== 'nl_semantic') ||
    attempt.agreement?.verdict === 'same' ||
    attempt.agreement?.verdict === 'different'
  );
}

async function unanswerable(tried: TriedAttempts, advisers: DecisionPorts): Promise<RepairResult> {
  const empty = agreeingButEmpty(poolOf(tried.attempts));
  const asks = empty.length ? await advisers.nearest(empty) : undefined;
  if (asks) {
    const { query, round } = asks;
    return { kind: 'unanswerable', query, round, basis: 'best', ...(await advisers.lackOfData(asks)) };
  }
  // Nothing that was tried asks what was asked, so what was given stays.
  const { query, round } = inputOf(tried.attempts) ?? leastWrong(tried);
  return { kind: 'unanswerable', query, round, basis: 'best', ...advisers.lackOfSchema() };
}

/** What was given stays, unless something is better. What asks something else never is, nor what cannot be read. */
function leastWrong(tried: TriedAttempts): RepairResult {
  const { attempts, given, fault } = tried;
  const input = inputOf(attempts);
  const best = bestOf(attempts.filter(mayBeProposed), given);
  const isBetter = best && (input ? compareAttempts(best, input) < 0 : !certainOf(best).length);
  const chosen = isBetter ? best : input;
  if (!chosen) {
    const explanation = fault ?? nothingWritten(tried);
    return { kind: 'failed', query: given ?? '', round: 0, basis: 'best', explanation };
  }
  const { query, round } = chosen;
  const faulty = faultsOf(chosen).length > 0;
  const basis = faulty || fault !== undefined ? 'best' : 'verified';
  const told = (explanation: string): string =>
    fault === undefined ? explanation : `${explanation} ${fault}`.trim();
  if (chosen !== input)
    return { kind: 'repaired', query, round, basis, explanation: told(praise(chosen, fault !== undefined)) };
  if (fault !== undefined && (faulty || !ran(chosen)))
    return { kind: 'failed', query, round, basis, explanation: fault };
  const explanation = faulty
    ? `${onlyMute(attempts) ? 'The model wrote no valid query' : 'Nothing better was found'}, so the query is unchanged.`
    : 'No problems found in the query.';
  return { kind: 'unchanged', query, round, basis, explanation: told(explanation) };
}

function mayBeProposed(attempt: Attempt): boolean {
  const { by, agreement } = attempt;
  return by === 'input' || (agreement?.verdict !== 'different' && !(by === 'model' && isMute(attempt)));
}

function nothingWritten({ attempts, denied }: TriedAttempts): string {
  if (denied) return 'The model found no query that asks this.';
  if (!attempts.length) return 'There is no query to repair, and no model to write one. Select a model.';
  return onlyMute(attempts)
    ? 'The model wrote no valid query. Try again, or choose another model.'
    : 'The model wrote no query that works and asks this. Try again, or choose another model.';
}

function onlyMute(attempts: readonly Attempt[]): boolean {
  const proposed = attempts.filter(({ by }) => by === 'model');
  return proposed.length > 0 && proposed.every(isMute);
}

function inputOf(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find(({ by }) => by === 'input');
}

function praise(attempt: Attempt, broken: boolean): string {
  const found = attempt.by === 'search' ? `${foundBySearch(attempt)} ` : '';
  const [left] = faultsOf(attempt);
  if (!left && broken && attempt.agreement?.verdict === 'unknown')
    return `${found}No problems found, but whether it asks the question could not be checked.`;
  if (!left) return `${found}${passes(attempt)}`;
  if (ran(attempt) && isEmpty(attempt) && !certainOf(attempt).length)
    return `${found}It is better than before, but its answer is empty.`;
  return `${found}It is better than before, but one problem is left: ${oneLine(left.message).replace(/[.?!]?$/, '.')}`;
}

function ran({ execution }: Attempt): boolean {
  return execution?.status === 'answered';
}

function foundBySearch({ changes = [] }: Attempt): string {
  return changes.length ? `Found by search: ${changes.join('; ')}.` : 'Found by search.';
}
