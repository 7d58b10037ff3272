/* eslint-disable @typescript-eslint/no-meaningless-void-operator */
/** Stand-ins for what other parts will do. */
import type { KbSchema } from '../kb/schema';
import type { LanguageModel, Usage } from '../model/language-model';
import { askFor } from '../model/structured-reply';
import { NO_USAGE } from '../model/usage';
import type { PromptLibrary } from '../prompts/prompt-library';
import { REPLIES } from '../prompts/replies';
import { readQuery } from '../read/read-query';
import type { Agreement, Reading } from '../read/reading';
import type { QueryModel } from '../sparql/model';

export interface ModelContext {
  readonly text: string;
  has(iri: string): boolean;
}

export function gatherContext(): Promise<ModelContext> {
  return Promise.resolve({ text: 'Nothing is known.', has: () => true });
}

export function inTheAuthorsWords(before: string, proposal: string): string {
  void before;
  return proposal;
}

export function compareCues(...asked: readonly [string, QueryModel, KbSchema]): Agreement {
  void asked;
  return { verdict: 'unknown', explanation: '', by: 'cues' };
}

interface Helpers {
  readonly schema: KbSchema;
  readonly nameOf: (iri: string) => string | undefined;
  readonly model: LanguageModel;
  readonly prompts: PromptLibrary;
}

export async function backTranslate(
  query: QueryModel,
  { schema, nameOf, model, prompts }: Helpers,
  tell: (part: string) => void,
  signal: AbortSignal,
): Promise<{ reading: Reading; usage: Usage; trouble?: string }> {
  const messages = prompts.render('read-back', { query: query.text, parts: '1. all' });
  const asked = await askFor(model, { purpose: 'read-back', messages }, REPLIES['read-back'], tell, signal);
  const usage = { calls: asked.calls, tokens: asked.usage };
  const plain = readQuery(query, schema, nameOf);
  if (asked.status !== 'ok')
    return { reading: plain, usage, trouble: 'message' in asked ? asked.message : asked.problem };
  return { reading: { ...plain, question: asked.value.question, by: model.name }, usage };
}

export async function judge(
  question: string,
  reading: Reading,
  query: QueryModel,
  { model, prompts }: { schema: KbSchema; model?: LanguageModel; prompts?: PromptLibrary },
  tell: (part: string) => void,
  signal: AbortSignal,
): Promise<{ agreement: Agreement; usage: Usage; trouble?: string }> {
  void query;
  const unknown: Agreement = { verdict: 'unknown', explanation: '', by: 'cues' };
  if (!model || !prompts) return { agreement: unknown, usage: NO_USAGE };
  const messages = prompts.render('compare-questions', { question, reading: reading.question });
  const asked = await askFor(
    model,
    { purpose: 'compare-questions', messages },
    REPLIES['compare-questions'],
    tell,
    signal,
  );
  const usage = { calls: asked.calls, tokens: asked.usage };
  if (asked.status !== 'ok')
    return { agreement: unknown, usage, trouble: 'message' in asked ? asked.message : asked.problem };
  const { same, explanation } = asked.value;
  return { agreement: { verdict: same ? 'same' : 'different', explanation, by: model.name }, usage };
}
