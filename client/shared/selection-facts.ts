import { formatNumber, t } from './l10n';
import type { Rectangle } from './selection';
import type { Excerpt } from './table-text';
import { amountOf } from './values';

/** What is selected in a few words: how much, and of numbers the sum and the average. */
export function selectionFacts({ top, bottom, left, right }: Rectangle, { places, rows }: Excerpt): string {
  const size = t('{0} × {1} selected', formatNumber(bottom - top + 1), right - left + 1);
  let sum = 0;
  let many = 0;
  for (const row of rows)
    for (const place of places) {
      const term = row[place];
      if (!term) continue;
      const amount = amountOf(term);
      if (amount?.kind !== 'number') return size;
      sum += amount.value;
      many += 1;
    }
  if (many < 2) return size;
  return t('{0}, sum {1}, average {2}', size, rounded(sum), rounded(sum / many));
}

const rounded = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 });
