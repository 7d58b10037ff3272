/** Which of two attempts is the better one. What was given is only given up for something better. */
import type { Attempt } from './attempt';
import { certainOf, faultsOf, isEmpty } from './checks';

/** Negative where the left one is better; 0 where nothing but the wording tells them apart. */
export function compareAttempts(left: Attempt, right: Attempt): number {
  for (const cost of COSTS) {
    const difference = cost(left) - cost(right);
    if (difference) return difference;
  }
  return 0;
}

/** What speaks against an attempt, the weightiest first. An answer to another question is worth less than none. */
const COSTS: readonly ((attempt: Attempt) => number)[] = [
  (attempt) => certainOf(attempt).length,
  ({ execution }) => (execution === undefined ? 1 : execution.status === 'answered' ? 0 : 2),
  ({ agreement }) => Number(agreement?.verdict === 'different'),
  (attempt) => Number(isEmpty(attempt)),
  ({ agreement }) => Number(agreement?.verdict !== 'same'),
  (attempt) => faultsOf(attempt).length,
];

/** The best of them; between equals what is nearest to what was given, and then the earliest. */
export function bestOf(attempts: readonly Attempt[], given: string | undefined): Attempt | undefined {
  const [first, ...others] = attempts;
  if (!first) return undefined;
  return others.reduce((best, next) => {
    const difference =
      compareAttempts(next, best) || (given === undefined ? 0 : farFrom(given, next) - farFrom(given, best));
    return difference < 0 ? next : best;
  }, first);
}

/** How many words differ, wherever they stand. */
function farFrom(given: string, { query }: Attempt): number {
  const left = countsOf(given);
  const right = countsOf(query);
  let far = 0;
  for (const word of new Set([...left.keys(), ...right.keys()]))
    far += Math.abs((left.get(word) ?? 0) - (right.get(word) ?? 0));
  return far;
}

function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.split(/\s+/)) if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
