/** The port to the prompts and exemplars. */
import type { ChatMessage } from '../language-model';

export interface PromptLibrary {
  /** Throws if a value is missing or unknown, which is a programming error. */
  render(name: PromptName, values: Readonly<Record<string, string>>): readonly ChatMessage[];
  /** The problems of custom prompts that are not used. */
  readonly problems: readonly string[];
}

export const PROMPT_NAMES = [
  /** A question and its context → a query. */
  'propose-query',
  /** A query, its question and its findings → a repaired query. */
  'repair-query',
  /** A query with names → its back-translation. */
  'read-back',
  /** Two questions → whether they ask the same. */
  'compare-questions',
  /** A question and several back-translations → the most similar one. */
  'choose-reading',
  /** A question and the most likely queries → the one that asks it. */
  'choose-form',
  /** A question → keywords, steps and a statement with a placeholder. */
  'plan-question',
  /** A plan and paths → the paths to extend. */
  'choose-steps',
  /** A statement with a placeholder and paths → the paths that fill it. */
  'follows-from-path',
  /** A question and the best logical forms → some of them, and others composed of their parts. */
  'compose-form',
  /** A question → skeletons, which are logical forms with phrases instead of IDs. */
  'write-skeletons',
] as const;
export type PromptName = (typeof PROMPT_NAMES)[number];

/** A question with a query that answers it. */
export interface Exemplar {
  readonly question: string;
  /** null: no query to the KB asks the question. */
  readonly query: string | null;
}

export interface ExemplarStore {
  /** The exemplars that are most similar to a question. For evaluation, `except` excludes those of one question. */
  nearest(question: string, most: number, options?: { readonly except?: string }): readonly Exemplar[];
}

/** Formats exemplars for a prompt, optionally each with its context. */
export function formatExemplars(exemplars: readonly (Exemplar & { readonly context?: string })[]): string {
  return exemplars
    .map(({ question, query, context }) =>
      [
        `Question: ${question}`,
        ...(context === undefined ? [] : ['Context:', context]),
        'Query:',
        query?.trim() ?? 'null',
      ].join('\n'),
    )
    .join('\n\n');
}
