/** Intervals by bootstrap: the questions drawn anew, with replacement, again and again; 95 of 100 means lie within. */
import { Draw } from '../draw';
import type { Score } from '../report';

export const RESAMPLES = 1000;
const OUTSIDE = 0.025;

/** Undefined where there is nothing to be averaged. With differences of pairs, it is the paired bootstrap. */
export function bootstrap(values: readonly number[], seed: number): Score | undefined {
  return bootstrapEach([values], seed)[0];
}

/** Several values of the same questions: drawn together, which is the same as one by one and much quicker. */
export function bootstrapEach(
  columns: readonly (readonly number[])[],
  seed: number,
): readonly (Score | undefined)[] {
  const n = columns[0]?.length ?? 0;
  if (!n) return columns.map(() => undefined);
  const values = columns.map((column) => Float64Array.from(column));
  const means = columns.map(() => new Float64Array(RESAMPLES));
  const draw = new Draw(seed);
  const drawn = new Uint32Array(n);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    for (let at = 0; at < n; at++) drawn[at] = draw.below(n);
    for (const [index, column] of values.entries()) {
      let sum = 0;
      for (let at = 0; at < n; at++) sum += column[drawn[at] ?? 0] ?? 0;
      const sums = means[index];
      if (sums) sums[resample] = sum / n;
    }
  }
  return columns.map((column, index) => {
    const value = mean(column);
    const [low = value, high = value] = edgesOf(means[index]);
    return { value, low, high, n };
  });
}

function edgesOf(means: Float64Array | undefined): readonly (number | undefined)[] {
  const sorted = means?.sort() ?? [];
  const edge = Math.floor(RESAMPLES * OUTSIDE);
  return [sorted[edge], sorted[RESAMPLES - 1 - edge]];
}

export function mean(values: readonly number[]): number {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}
