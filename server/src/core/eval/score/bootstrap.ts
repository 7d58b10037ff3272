/** Intervals by bootstrap: the questions drawn anew, with replacement, again and again; 95 of 100 means lie within. */
import { Draw } from '../draw';
import type { Score } from '../report';

export const RESAMPLES = 1000;
const OUTSIDE = 0.025;

/** Undefined where there is nothing to be averaged. With differences of pairs, it is the paired bootstrap. */
export function bootstrap(values: readonly number[], seed: number): Score | undefined {
  const n = values.length;
  if (!n) return undefined;
  const all = Float64Array.from(values);
  const draw = new Draw(seed);
  const means = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let sum = 0;
    for (let drawn = 0; drawn < n; drawn++) sum += all[draw.below(n)] ?? 0;
    means[resample] = sum / n;
  }
  means.sort();
  const edge = Math.floor(RESAMPLES * OUTSIDE);
  const value = mean(values);
  return { value, low: means[edge] ?? value, high: means[RESAMPLES - 1 - edge] ?? value, n };
}

export function mean(values: readonly number[]): number {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}
