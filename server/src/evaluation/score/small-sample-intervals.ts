/**
 * Computes 95 % intervals for small samples. If nearly all values are equal, resampling gives the same value again and
 * underestimates the variance. These intervals hold for any values in the range.
 */

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Minimum number of values that differ from the most frequent one. */
const MIN_DIFFERENT = 10;

export function isSmallSample(values: readonly number[]): boolean {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return values.length - Math.max(...counts.values()) < MIN_DIFFERENT;
}

/** The 97.5th percentile of the normal distribution, squared. */
const Z2 = 3.8415;

/** Wilson's interval for a mean of values from 0 to 1, whose variance is at most that of binary values. */
export function wilsonInterval(mean: number, n: number): Interval {
  const middle = (mean + Z2 / (2 * n)) / (1 + Z2 / n);
  const half = Math.sqrt(Z2 * ((mean * (1 - mean)) / n + Z2 / (4 * n * n))) / (1 + Z2 / n);
  // Avoids rounding errors if all values are 0 or all are 1.
  return { low: mean === 0 ? 0 : middle - half, high: mean === 1 ? 1 : middle + half };
}

/** By the sign test, fewer differences are never significant. */
const MIN_SIGNIFICANT = 6;

/** Newcombe's interval for a mean of differences from -1 to 1, from Wilson's intervals of gains and of losses. */
export function newcombeInterval(differences: readonly number[]): Interval {
  const n = differences.length;
  const won = differences.reduce((sum, value) => sum + Math.max(0, value), 0) / n;
  const lost = differences.reduce((sum, value) => sum + Math.max(0, -value), 0) / n;
  const [gains, losses] = [wilsonInterval(won, n), wilsonInterval(lost, n)];
  const down = combineDeviations(
    won - gains.low,
    losses.high - lost,
    gains.low * losses.high,
    gains.low + losses.high,
  );
  const up = combineDeviations(
    gains.high - won,
    lost - losses.low,
    gains.high * losses.low,
    gains.high + losses.low,
  );
  const [low, high] = [Math.max(-1, won - lost - down), Math.min(1, won - lost + up)];
  const canBeSignificant = differences.filter((value) => value !== 0).length >= MIN_SIGNIFICANT;
  return canBeSignificant ? { low, high } : { low: Math.min(0, low), high: Math.max(0, high) };
}

/** Gains and losses exclude each other, so they are negatively correlated. */
function combineDeviations(one: number, other: number, product: number, sum: number): number {
  const rest = 1 - sum + product;
  const correlation = product === 0 ? 0 : rest <= 0 ? 1 : Math.min(1, Math.sqrt(product / rest));
  return Math.sqrt(one * one + other * other + 2 * correlation * one * other);
}
