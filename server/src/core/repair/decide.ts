/** From what was tried to what is proposed. */
import type { Attempt } from './attempt';
import { bestOf, compareAttempts } from './better';
import { certainOf, faultsOf, isEmpty } from './checks';
import type { RepairResult } from './repair-events';

export interface Tried {
  readonly attempts: readonly Attempt[];
  /** What was given, where anything was. */
  readonly given: string | undefined;
  /** Why the work ended before it was done. */
  readonly fault: string | undefined;
}

export function decide({ attempts, given, fault }: Tried): RepairResult {
  const best = bestOf(attempts, given);
  const input = attempts.find(({ by }) => by === 'input');
  if (!best) {
    const explanation = fault ?? 'There is nothing to repair, and no model that could propose anything.';
    return { kind: 'failed', query: given ?? '', round: 0, basis: 'best', explanation };
  }
  const { query, round } = best;
  const clean = !faultsOf(best).length;
  const basis = clean ? 'verified' : 'best';
  if (!input || compareAttempts(best, input) < 0)
    return { kind: 'repaired', query, round, basis, explanation: praise(best, fault) };
  const kept = input;
  if (fault !== undefined && faultsOf(kept).length)
    return { kind: 'failed', query: kept.query, round: kept.round, basis: 'best', explanation: fault };
  const explanation = faultsOf(kept).length
    ? 'Nothing better was found, so the query stays as it is.'
    : `Nothing is wrong with the query${kept.execution ? '' : ', as far as can be told without running it'}.`;
  return { kind: 'unchanged', query: kept.query, round: kept.round, basis, explanation };
}

function praise(best: Attempt, fault: string | undefined): string {
  const left = faultsOf(best);
  const who = best.by === 'search' ? 'Found by search, without asking a model.' : '';
  const state = left.length
    ? certainOf(best).length
      ? `It is better than before, though not everything is mended: ${left[0]?.message ?? ''}.`
      : isEmpty(best) && best.execution
        ? 'Nothing is wrong with it that can be told, but its answer is empty.'
        : `It is better than before, but see: ${left[0]?.message ?? ''}.`
    : best.execution
      ? 'It passes every check and has an answer.'
      : 'It passes every check that needs no run.';
  return [who, state, fault].filter((one) => one !== undefined && one !== '').join(' ');
}
