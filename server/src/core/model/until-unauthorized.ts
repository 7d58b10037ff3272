/** A model that turns its user away is asked no more: nothing gets better before another key is set, or a right given. */
import type { Completion, LanguageModel } from './language-model';

export function untilUnauthorized(model: LanguageModel): LanguageModel {
  const { name, where } = model;
  let refusal: Completion | undefined;
  return {
    name,
    where,
    complete: async (request, onProgress, signal) => {
      signal.throwIfAborted();
      if (refusal) return { ...refusal, unasked: true };
      const completion = await model.complete(request, onProgress, signal);
      if (completion.status === 'failed' && completion.reason === 'unauthorized') refusal = completion;
      return completion;
    },
  };
}
