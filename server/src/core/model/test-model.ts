/** Tests whether a model replies. */
import type { ConnectionTestResult } from '../kb/knowledge-base';
import type { LanguageModel } from './language-model';

/** Sends a request that costs a few tokens. `now` returns milliseconds. */
export async function testModel(
  model: LanguageModel,
  now: () => number,
  signal: AbortSignal,
): Promise<ConnectionTestResult> {
  const start = now();
  const completion = await model.complete(
    { purpose: 'test-model', messages: [{ role: 'user', content: 'Reply with the word: ready' }] },
    () => undefined,
    signal,
  );
  const milliseconds = Math.round(now() - start);
  if (completion.status === 'failed') return { works: false, lines: [completion.message] };
  const { usage } = completion;
  const reply =
    completion.status === 'refused'
      ? `The model refused to reply: ${completion.message}`
      : completion.text.trim() === ''
        ? 'The reply is empty. If this keeps happening, raise "maxTokens".'
        : `Reply: ${completion.text.trim().slice(0, 100)}`;
  return {
    works: true,
    lines: [
      `${model.where} replied in ${milliseconds} ms.`,
      reply,
      `Tokens used: ${usage.estimated === true ? 'about ' : ''}${usage.input + usage.output}.`,
    ],
  };
}
