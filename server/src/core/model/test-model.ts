/** Whether a model answers: asked the least there is, and told in words. */
import type { Examination } from '../kb/knowledge-base';
import type { LanguageModel } from './language-model';

/** Costs a few tokens. `now` gives milliseconds, from any beginning. */
export async function testModel(
  model: LanguageModel,
  now: () => number,
  signal: AbortSignal,
): Promise<Examination> {
  const began = now();
  const completion = await model.complete(
    { purpose: 'test-model', messages: [{ role: 'user', content: 'Reply with the word: ready' }] },
    () => undefined,
    signal,
  );
  const milliseconds = Math.round(now() - began);
  if (completion.status === 'failed') return { works: false, lines: [completion.message] };
  const { usage } = completion;
  const said =
    completion.status === 'refused'
      ? `It refuses, and says: ${completion.message}`
      : completion.text.trim() === ''
        ? 'The reply is empty. If this keeps happening, raise "maxTokens".'
        : `It says: ${completion.text.trim().slice(0, 100)}`;
  return {
    works: true,
    lines: [
      `${model.where} answers, in ${milliseconds} ms.`,
      said,
      `That took ${usage.estimated === true ? 'about ' : ''}${usage.input + usage.output} tokens.`,
    ],
  };
}
