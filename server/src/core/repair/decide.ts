/** From what was tried to what is proposed: what passed every check, what most of them answer, or the least that is wrong. */
import type { Attempt } from './attempt';
import { bestOf, compareAttempts } from './better';
import { certainOf, faultsOf, isEmpty } from './checks';
import { oneLine } from './feedback';
import type { RepairResult } from './repair-events';
import { agreeingButEmpty, majorityOf, poolOf } from './select';
import type { Lack } from './unanswerable';

export interface Tried {
  readonly attempts: readonly Attempt[];
  /** What was given, where anything was. */
  readonly given: string | undefined;
  /** Why the work ended before it was done; a sentence that says what to do. */
  readonly fault: string | undefined;
  /** A question is known, and the model had all its rounds: only then may it be called unanswerable. */
  readonly exhausted: boolean;
}

/** What has to be asked of others before it is decided. */
export interface Advisers {
  /** The one whose reading is nearest to the question. */
  readonly nearest: (attempts: readonly Attempt[]) => Promise<Attempt | undefined>;
  readonly lackOfData: (attempt: Attempt) => Promise<Lack>;
  readonly lackOfSchema: () => Lack;
}

export async function decide(tried: Tried, advisers: Advisers): Promise<RepairResult> {
  const { attempts, given, fault } = tried;
  const last = attempts.at(-1);
  if (!last)
    return {
      kind: 'failed',
      query: given ?? '',
      round: 0,
      basis: 'best',
      explanation: fault ?? 'There is no query to repair, and no model to write one. Choose a model.',
    };
  if (!faultsOf(last).length && fault === undefined) return verified(last);
  const voted = await byVote(tried, advisers);
  if (voted) return voted;
  if (tried.exhausted && attempts.every(isJudged)) return unanswerable(tried, advisers);
  return leastWrong(tried);
}

function verified(attempt: Attempt): RepairResult {
  const { by, query, round } = attempt;
  const unjudged = attempt.agreement?.verdict === 'unknown';
  if (by === 'input') {
    const limits = [...(ran(attempt) ? [] : ['running it']), ...(unjudged ? ['a model that reads it'] : [])];
    const told = limits.length ? `, as far as can be told without ${limits.join(' and without ')}` : '';
    const explanation = `Nothing is wrong with the query${told}.`;
    return { kind: 'unchanged', query, round, basis: 'verified', explanation };
  }
  const explanation = [
    ...(by === 'search' ? [foundBySearch(attempt), 'No model was asked for a query.'] : []),
    passes(attempt),
    ...(unjudged ? ['Whether it asks the question is for you to judge.'] : []),
  ].join(' ');
  return { kind: 'repaired', query, round, basis: 'verified', explanation };
}

function passes(attempt: Attempt): string {
  return ran(attempt)
    ? 'It passes every check and has an answer.'
    : 'It passes every check that needs no run.';
}

/** Only where a model has proposed: what a search finds is too much alike to confirm itself. */
async function byVote(
  { attempts }: Tried,
  { nearest }: Pick<Advisers, 'nearest'>,
): Promise<RepairResult | undefined> {
  if (!attempts.some(({ by }) => by === 'model')) return undefined;
  const majority = majorityOf(poolOf(attempts));
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
    explanation: `No query passed every check, but ${agreeing} of ${of} that could be run give the same answer.`,
  };
}

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

async function unanswerable(tried: Tried, advisers: Advisers): Promise<RepairResult> {
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

/** What was given stays, unless something is better. */
function leastWrong({ attempts, given, fault }: Tried): RepairResult {
  const input = inputOf(attempts);
  const best = bestOf(attempts, given);
  const chosen = best && (!input || compareAttempts(best, input) < 0) ? best : input;
  if (!chosen)
    return { kind: 'failed', query: given ?? '', round: 0, basis: 'best', explanation: fault ?? '' };
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
    ? 'Nothing better was found, so the query stays as it is.'
    : 'Nothing is wrong with the query.';
  return { kind: 'unchanged', query, round, basis, explanation: told(explanation) };
}

function inputOf(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find(({ by }) => by === 'input');
}

function praise(attempt: Attempt, broken: boolean): string {
  const found = attempt.by === 'search' ? `${foundBySearch(attempt)} ` : '';
  const [left] = faultsOf(attempt);
  if (!left && broken && attempt.agreement?.verdict === 'unknown')
    return `${found}Nothing is found to be wrong with it, but whether it asks the question could not be judged.`;
  if (!left) return `${found}${passes(attempt)}`;
  if (ran(attempt) && isEmpty(attempt) && !certainOf(attempt).length)
    return `${found}It is better than before, but its answer is empty.`;
  return `${found}It is better than before, but not everything is mended: ${oneLine(left.message).replace(/[.?!]?$/, '.')}`;
}

function ran({ execution }: Attempt): boolean {
  return execution?.status === 'answered';
}

function foundBySearch({ changes = [] }: Attempt): string {
  return changes.length ? `Found by search: ${changes.join('; ')}.` : 'Found by search.';
}
