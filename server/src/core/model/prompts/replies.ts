/** The schemas of the replies, by the name of the prompt. */
import * as z from 'zod/mini';
import type { PromptName } from './prompt-library';

const proposal = z.object({
  /** What is wrong and how it was fixed, in a sentence or two. */
  thought: z.string(),
  /** null: this KB cannot answer the question. */
  query: z.nullable(z.string()),
});

export const REPLIES = {
  'propose-query': { name: 'proposal', schema: proposal },
  'repair-query': { name: 'proposal', schema: proposal },
  'read-back': {
    name: 'reading',
    schema: z.object({
      question: z.string(),
      /** The words of the question that express a part of the query; parts are numbered in the prompt. */
      parts: z.array(z.object({ words: z.string(), part: z.int() })),
    }),
  },
  'compare-questions': {
    name: 'comparison',
    schema: z.object({
      /** The reasons come first, because models judge better after they have written them. */
      explanation: z.string(),
      differences: z.array(z.string()),
      same: z.boolean(),
    }),
  },
  'choose-reading': {
    name: 'choice',
    schema: z.object({
      explanation: z.string(),
      /** As numbered in the prompt. */
      choice: z.int(),
    }),
  },
  'choose-form': {
    name: 'choice',
    schema: z.object({
      explanation: z.string(),
      /** As numbered in the prompt; 0 for none. */
      choice: z.int(),
    }),
  },
  'plan-question': {
    name: 'plan',
    schema: z.object({
      keywords: z.array(z.string()),
      steps: z.array(z.string()),
      /** With `{answer}` in the place of the answer. */
      statement: z.string(),
    }),
  },
  'choose-steps': {
    name: 'steps',
    schema: z.object({ explanation: z.string(), choice: z.array(z.int()) }),
  },
  'follows-from-path': {
    name: 'conclusion',
    schema: z.object({
      explanation: z.string(),
      answers: z.array(z.int()),
      /** Paths that satisfy some of the conditions, to be joined with others. */
      parts: z.array(z.int()),
    }),
  },
  'compose-form': {
    name: 'forms',
    schema: z.object({
      thought: z.string(),
      /** Each is a form, or the number of a form in the prompt. */
      forms: z.array(z.string()),
    }),
  },
  'write-skeletons': { name: 'skeletons', schema: z.object({ skeletons: z.array(z.string()) }) },
} as const satisfies Readonly<Record<PromptName, { readonly name: string; readonly schema: z.ZodMiniType }>>;

export type BackTranslationReply = z.infer<(typeof REPLIES)['read-back']['schema']>;
export type PlanReply = z.infer<(typeof REPLIES)['plan-question']['schema']>;
