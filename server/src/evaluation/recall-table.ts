import { formatCount, formatPercent } from './format-numbers';
import type { RecallCurve } from './report';

/** How often all names of gold are among the first k, with a column for each curve; in brackets the share of names. */
export function recallTable(curves: readonly RecallCurve[]): {
  readonly ks: readonly number[];
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const ks = [...new Set(curves.flatMap(({ at }) => at.map(({ k }) => k)))].sort((one, other) => one - other);
  const names = curves.map(({ what, n }) => `${what} (n ${formatCount(n)})`);
  const rows = ks.map((k) => [
    String(k),
    ...curves.map(({ at }) => {
      const point = at.find((one) => one.k === k);
      return point ? `${formatPercent(point.all)} (${formatPercent(point.share)})` : '';
    }),
  ]);
  return { ks, names, rows };
}
