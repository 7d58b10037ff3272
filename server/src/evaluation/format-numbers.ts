/** Formats numbers for reports. */
import type { Score } from './report';

/** 0.1234 is `12.3`. */
export function formatPercent(share: number): string {
  return (100 * share).toFixed(1);
}

export function formatSignedPercent(share: number): string {
  return `${share > 0 ? '+' : share < 0 ? '−' : ''}${formatPercent(Math.abs(share))}`;
}

export function formatInterval({ low, high }: Pick<Score, 'low' | 'high'>): string {
  return `${formatPercent(low)} to ${formatPercent(high)}`;
}

/** 12345 is `12,345`. */
export function formatCount(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Shows at least two significant digits. */
export function formatMoney(amount: number): string {
  return amount === 0 || amount >= 1 ? amount.toFixed(2) : amount.toPrecision(2);
}
