/** Self-consistency: what the attempts answer is put to the vote. An answer that is empty is nobody's choice. */
import type { Attempt } from './attempt';
import { certainOf, faultsOf, isBearable, isEmpty } from './checks';

export interface Majority {
  readonly answers: readonly string[];
  /** Those that gave this answer, in the order in which they were tried. */
  readonly attempts: readonly Attempt[];
  readonly support: { readonly agreeing: number; readonly of: number };
}

/** Every attempt that failed on nothing but the reading or the emptiness, and the last, if nothing is certainly wrong with it. */
export function poolOf(attempts: readonly Attempt[]): readonly Attempt[] {
  const last = attempts.at(-1);
  return attempts.filter(
    (attempt) =>
      attempt.answers !== undefined &&
      (isBearable(attempt) || (attempt === last && !certainOf(attempt).length)),
  );
}

/** One voice is no majority: with a single answer nothing has confirmed anything. */
const MIN_VOTES = 2;

/** The most popular answer, if at least half of the pool gave it. The order of the attempts does not matter. */
export function majorityOf(pool: readonly Attempt[]): Majority | undefined {
  const [first] = candidatesOf(pool);
  if (!first) return undefined;
  const [attempts, answers] = first;
  const support = { agreeing: attempts.length, of: pool.length };
  return support.agreeing >= MIN_VOTES && support.agreeing * 2 >= support.of
    ? { answers, attempts, support }
    : undefined;
}

type Voted = readonly [attempts: readonly Attempt[], answers: readonly string[]];

/** By number of votes; between equals by what speaks for the queries, and at last by the answers themselves. */
function candidatesOf(pool: readonly Attempt[]): readonly Voted[] {
  const votes = new Map<string, Attempt[]>();
  for (const attempt of pool) {
    if (isEmpty(attempt)) continue;
    const key = JSON.stringify(attempt.answers);
    votes.set(key, [...(votes.get(key) ?? []), attempt]);
  }
  return [...votes]
    .sort(
      ([leftKey, left], [rightKey, right]) =>
        right.length - left.length ||
        agreeing(right) - agreeing(left) ||
        fewestFaults(left) - fewestFaults(right) ||
        (leftKey < rightKey ? -1 : 1),
    )
    .map(([, attempts]) => [attempts, attempts[0]?.answers ?? []]);
}

function agreeing(attempts: readonly Attempt[]): number {
  return attempts.filter(({ agreement }) => agreement?.verdict === 'same').length;
}

function fewestFaults(attempts: readonly Attempt[]): number {
  return Math.min(...attempts.map((attempt) => faultsOf(attempt).length));
}

/** Without a model to choose: the one with the least against it, and then the earliest. */
export function plainest(attempts: readonly Attempt[]): Attempt | undefined {
  return [...attempts].sort(
    (left, right) =>
      faultsOf(left).length - faultsOf(right).length ||
      left.findings.length - right.findings.length ||
      left.round - right.round,
  )[0];
}

/** The queries that ask what was asked, though the KB has no such facts. */
export function agreeingButEmpty(pool: readonly Attempt[]): readonly Attempt[] {
  return pool.filter((attempt) => attempt.agreement?.verdict === 'same' && isEmpty(attempt));
}
