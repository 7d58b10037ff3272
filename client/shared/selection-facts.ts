import type { Rectangle } from './selection';
import type { Excerpt } from './table-text';
import { amountOf } from './values';

/** What is selected in a few words: how much, and of numbers the sum and the average. */
export function selectionFacts({ top, bottom, left, right }: Rectangle, { places, rows }: Excerpt): string {
  const size = `${(bottom - top + 1).toLocaleString('en')} × ${right - left + 1} selected`;
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
  return `${size}, sum ${rounded(sum)}, average ${rounded(sum / many)}`;
}

const rounded = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 });
