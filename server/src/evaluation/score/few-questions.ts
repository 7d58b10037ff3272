/**
 * Intervals where few questions tell. Drawn anew, questions that all came out alike come out alike again: that says nothing of those
 * that were not asked. These intervals are of 95 in 100 too, and hold for any values of the kind.
 */

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Fewer than so many that are not like the most of them are few. */
const ENOUGH = 10;

export function areFew(values: readonly number[]): boolean {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const alike = Math.max(...counts.values());
  return values.length - alike < ENOUGH;
}

/** The 97.5th percentile of the normal distribution, squared. */
const Z2 = 3.8415;

/** Wilson's, for a mean of values from 0 to 1: none of these varies more than one of 0 and 1 does. */
export function wilson(mean: number, n: number): Interval {
  const middle = (mean + Z2 / (2 * n)) / (1 + Z2 / n);
  const half = Math.sqrt(Z2 * ((mean * (1 - mean)) / n + Z2 / (4 * n * n))) / (1 + Z2 / n);
  // Where all are 0, or all are 1, that is one of its ends; rounding must not say otherwise.
  return { low: mean === 0 ? 0 : middle - half, high: mean === 1 ? 1 : middle + half };
}

/** By the sign test, fewer can always be chance. */
const LEAST_CERTAIN = 6;

/** Newcombe's, for a mean of differences from -1 to 1: put together of Wilson's for what was won and for what was lost. */
export function newcombe(differences: readonly number[]): Interval {
  const n = differences.length;
  const won = differences.reduce((sum, value) => sum + Math.max(0, value), 0) / n;
  const lost = differences.reduce((sum, value) => sum + Math.max(0, -value), 0) / n;
  const [ofWon, ofLost] = [wilson(won, n), wilson(lost, n)];
  const down = reach(won - ofWon.low, ofLost.high - lost, ofWon.low * ofLost.high, ofWon.low + ofLost.high);
  const up = reach(ofWon.high - won, lost - ofLost.low, ofWon.high * ofLost.low, ofWon.high + ofLost.low);
  const [low, high] = [Math.max(-1, won - lost - down), Math.min(1, won - lost + up)];
  const certain = differences.filter((value) => value !== 0).length >= LEAST_CERTAIN;
  return certain ? { low, high } : { low: Math.min(0, low), high: Math.max(0, high) };
}

/** A question is not both won and lost: the more of all questions the two are, the more the one takes from the other. */
function reach(one: number, other: number, product: number, sum: number): number {
  const rest = 1 - sum + product;
  const opposed = product === 0 ? 0 : rest <= 0 ? 1 : Math.min(1, Math.sqrt(product / rest));
  return Math.sqrt(one * one + other * other + 2 * opposed * one * other);
}
