/** Prompts by name: the port. */
import type { Message } from '../language-model';

export interface PromptLibrary {
  /** Throws when the prompt does not know a value, or a value is missing: both are mistakes of ours. */
  render(name: PromptName, values: Readonly<Record<string, string>>): readonly Message[];
  /** What is wrong with the user's own prompts: those are not used, ours are in their place. */
  readonly problems: readonly string[];
}

export const PROMPTS = [
  /** A question and what of the KB may matter → a query. */
  'propose-query',
  /** A query, its question and what is wrong with it → a better query. */
  'repair-query',
  /** A query in names → the question that it asks. */
  'read-back',
  /** Two questions → whether they ask the same. */
  'compare-questions',
  /** A question and several readings → the nearest. */
  'choose-reading',
  /** A question → keywords, steps and a statement with a gap. */
  'plan-question',
  /** A plan and paths → those to go on with. */
  'choose-steps',
  /** A statement with a gap and paths → those that fill it. */
  'follows-from-path',
  /** A question and the likeliest logical forms → one of them, or another made of their parts. */
  'compose-form',
  /** A question → logical forms in words. */
  'write-skeletons',
] as const;
export type PromptName = (typeof PROMPTS)[number];

/** A question with a query that answers it. */
export interface Exemplar {
  readonly question: string;
  readonly query: string;
}

export interface Exemplars {
  /** The nearest to a question, the best first. `except`, for measuring, leaves out the pairs of one question. */
  nearest(question: string, most: number, options?: { readonly except?: string }): readonly Exemplar[];
}

/** Exemplars as a prompt shows them. */
export function exemplarsText(exemplars: readonly Exemplar[]): string {
  return exemplars
    .map(({ question, query }) => `Question: ${question}\nQuery:\n${query.trim()}`)
    .join('\n\n');
}
