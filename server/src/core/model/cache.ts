/** Caches the replies of a model. */
import { withComplete, type ModelCompletion, type LanguageModel, type ModelRequest } from './language-model';
import { requestKey } from './record';
import { NO_TOKENS } from './usage';

type StoredCompletion = Extract<ModelCompletion, { readonly status: 'completed' }>;

/** Keys are long, so a store may hash them. */
export interface CompletionStore {
  get(key: string): Promise<StoredCompletion | undefined> | StoredCompletion | undefined;
  set(key: string, completion: StoredCompletion): Promise<void> | void;
  delete(key: string): void;
}

/** Does not cache failures, refusals, truncated replies and replies at a temperature above 0. `temperature` is the default of requests. */
export function withCache(model: LanguageModel, store: CompletionStore, temperature = 0): LanguageModel {
  const { name, where } = model;
  const keyOf = (request: ModelRequest): string => JSON.stringify([name, where, requestKey(request)]);
  const complete: LanguageModel['complete'] = async (request, onProgress, signal) => {
    signal.throwIfAborted();
    if ((request.temperature ?? temperature) > 0) return model.complete(request, onProgress, signal);
    const key = keyOf(request);
    const stored = await store.get(key);
    signal.throwIfAborted();
    if (stored) {
      onProgress(stored.text);
      return { ...stored, usage: NO_TOKENS, unasked: true };
    }
    const completion = await model.complete(request, onProgress, signal);
    if (completion.status === 'completed' && completion.finish === 'stop') await store.set(key, completion);
    return completion;
  };
  return { ...withComplete(model, complete), forget: (request) => store.delete(keyOf(request)) };
}

/** Stores the latest replies in memory. */
export function memoryStore(maxSize: number): CompletionStore {
  const completions = new Map<string, StoredCompletion>();
  return {
    get: (key) => completions.get(key),
    delete: (key) => void completions.delete(key),
    set: (key, completion) => {
      completions.delete(key);
      completions.set(key, completion);
      const [oldest] = completions.keys();
      if (completions.size > maxSize && oldest !== undefined) completions.delete(oldest);
    },
  };
}
