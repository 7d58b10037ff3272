/** Computes 95 % intervals by bootstrap over questions. Small samples use other intervals. */
import { SeededRandom } from '../seeded-random';
import type { Score } from '../report';

const RESAMPLES = 1000;
const TAIL_SHARE = 0.025;

/** Values are from 0 to 1. Undefined without values. */
export function bootstrap(values: readonly number[], seed: number): Score | undefined {
  return bootstrapEach([values], seed)[0];
}

/** Resamples several scores of the same questions together, which is faster and gives the same result. */
export function bootstrapEach(
  columns: readonly (readonly number[])[],
  seed: number,
): readonly (Score | undefined)[] {
  const drawn = resampleMeans(
    columns.map((column) => (isSmallSample(column) ? [] : column)),
    seed,
  );
  return columns.map((column, index) => {
    if (!column.length) return undefined;
    const value = mean(column);
    return { value, ...(intervalOf(drawn[index]) ?? wilsonInterval(value, column.length)), n: column.length };
  });
}

/** The paired bootstrap. Differences are from -1 to 1. */
export function bootstrapDifference(differences: readonly number[], seed: number): Score | undefined {
  if (!differences.length) return undefined;
  const [means] = resampleMeans([isSmallSample(differences) ? [] : differences], seed);
  return {
    value: mean(differences),
    ...(intervalOf(means) ?? newcombeInterval(differences)),
    n: differences.length,
  };
}

/** Columns are empty or of the same length. */
function resampleMeans(columns: readonly (readonly number[])[], seed: number): readonly Float64Array[] {
  const n = Math.max(0, ...columns.map(({ length }) => length));
  const values = columns.map((column) => Float64Array.from(column));
  const means = columns.map(({ length }) => new Float64Array(length ? RESAMPLES : 0));
  if (!n) return means;
  const random = new SeededRandom(seed);
  const drawn = new Uint32Array(n);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    for (let at = 0; at < n; at++) drawn[at] = random.below(n);
    for (const [index, column] of values.entries()) {
      if (!column.length) continue;
      let sum = 0;
      for (let at = 0; at < n; at++) sum += column[drawn[at] ?? 0] ?? 0;
      const sums = means[index];
      if (sums) sums[resample] = sum / n;
    }
  }
  return means;
}

function intervalOf(means: Float64Array | undefined): Interval | undefined {
  const sorted = means?.sort() ?? [];
  const edge = Math.floor(RESAMPLES * TAIL_SHARE);
  const [low, high] = [sorted[edge], sorted[RESAMPLES - 1 - edge]];
  return low === undefined || high === undefined ? undefined : { low, high };
}

export function mean(values: readonly number[]): number {
  return values.length ? sum(values) / values.length : 0;
}

type Interval = Pick<Score, 'low' | 'high'>;

/** Minimum number of values that differ from the most frequent one. */
const MIN_DIFFERENT = 10;

/**
 * If nearly all values are equal, resampling gives the same value again and underestimates the variance. The intervals for small
 * samples hold for any values in the range.
 */
function isSmallSample(values: readonly number[]): boolean {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return values.length - Math.max(...counts.values()) < MIN_DIFFERENT;
}

/** The 97.5th percentile of the normal distribution, squared. */
const Z2 = 3.8415;

/** Wilson's interval for a mean of values from 0 to 1, whose variance is at most that of binary values. */
function wilsonInterval(mean: number, n: number): Interval {
  const middle = (mean + Z2 / (2 * n)) / (1 + Z2 / n);
  const half = Math.sqrt(Z2 * ((mean * (1 - mean)) / n + Z2 / (4 * n * n))) / (1 + Z2 / n);
  // Avoids rounding errors if all values are 0 or all are 1.
  return { low: mean === 0 ? 0 : middle - half, high: mean === 1 ? 1 : middle + half };
}

/** By the sign test, fewer differences are never significant. */
const MIN_SIGNIFICANT = 6;

/** Newcombe's interval for a mean of differences from -1 to 1, from Wilson's intervals of gains and of losses. */
function newcombeInterval(differences: readonly number[]): Interval {
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

export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
