/** Exemplars as a prompt shows them. */
import type { Exemplar } from './prompt-library';

export function exemplarsText(exemplars: readonly Exemplar[]): string {
  return exemplars
    .map(({ question, query }) => `Question: ${question}\nQuery:\n${query.trim()}`)
    .join('\n\n');
}
