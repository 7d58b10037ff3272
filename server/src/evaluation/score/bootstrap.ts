/** Computes 95 % intervals by bootstrap over questions. Small samples use other intervals (small-sample-intervals.ts). */
import { SeededRandom } from '../seeded-random';
import type { Score } from '../report';
import { isSmallSample, newcombeInterval, wilsonInterval } from './small-sample-intervals';

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

function intervalOf(means: Float64Array | undefined): Pick<Score, 'low' | 'high'> | undefined {
  const sorted = means?.sort() ?? [];
  const edge = Math.floor(RESAMPLES * TAIL_SHARE);
  const [low, high] = [sorted[edge], sorted[RESAMPLES - 1 - edge]];
  return low === undefined || high === undefined ? undefined : { low, high };
}

export function mean(values: readonly number[]): number {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}
