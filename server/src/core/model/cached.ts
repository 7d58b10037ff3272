/** A model that does not say twice what it was asked before. */
import type { Completion, LanguageModel } from './language-model';
import { requestKey } from './record';
import { NO_TOKENS } from './usage';

type Kept = Exclude<Completion, { readonly status: 'failed' }>;

/** Where replies are kept. Keys are long texts: a store may keep a hash of them. */
export interface CompletionStore {
  get(key: string): Promise<Kept | undefined> | Kept | undefined;
  set(key: string, completion: Kept): Promise<void> | void;
}

/**
 * A kept reply costs nothing, and says so. Failures are not kept, nor is what would be another the next time: where neither the request
 * says its temperature nor `temperature` is 0, the model is asked each time.
 */
export function cached(model: LanguageModel, store: CompletionStore, temperature = 0): LanguageModel {
  const { name, where } = model;
  return {
    name,
    where,
    complete: async (request, onProgress, signal) => {
      signal.throwIfAborted();
      if ((request.temperature ?? temperature) > 0) return model.complete(request, onProgress, signal);
      const key = JSON.stringify([name, where, requestKey(request)]);
      const kept = await store.get(key);
      signal.throwIfAborted();
      if (kept) {
        if (kept.status === 'completed') onProgress(kept.text);
        return { ...kept, usage: NO_TOKENS, unasked: true };
      }
      const completion = await model.complete(request, onProgress, signal);
      // What was cut off might come whole the next time.
      const isWhole = completion.status === 'completed' && completion.finish === 'stop';
      if (isWhole || completion.status === 'refused') await store.set(key, completion);
      return completion;
    },
  };
}

/** Keeps the latest, for as long as the program runs. */
export function memoryStore(most: number): CompletionStore {
  const kept = new Map<string, Kept>();
  return {
    get: (key) => kept.get(key),
    set: (key, completion) => {
      kept.delete(key);
      kept.set(key, completion);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
