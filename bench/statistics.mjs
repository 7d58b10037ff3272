export function median(values) {
  return percentile(values, 50);
}

/** The nearest-rank percentile; undefined without values. */
export function percentile(values, percent) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}
