/** A finding as one text: what is wrong, why, and what to do. */
import type { Finding } from './verifier';

export function tell({ message, because, advice }: Pick<Finding, 'message' | 'because' | 'advice'>): string {
  return [message, because, advice].filter(Boolean).map(sentence).join(' ');
}

function sentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}
