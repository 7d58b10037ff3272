/** Formats numbers for people. */
import type { Score } from './report';

/** With one decimal. */
export function percent(share: number): string {
  return (100 * share).toFixed(1);
}

export function signed(share: number): string {
  return `${share > 0 ? '+' : share < 0 ? '−' : ''}${percent(Math.abs(share))}`;
}

export function interval({ low, high }: Pick<Score, 'low' | 'high'>): string {
  return `${percent(low)} to ${percent(high)}`;
}

/** 12,345 */
export function grouped(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** At least two significant digits. */
export function money(amount: number): string {
  return amount === 0 || amount >= 1 ? amount.toFixed(2) : amount.toPrecision(2);
}
