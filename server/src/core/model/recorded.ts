/** A model whose replies are written down, line by line, so that they can be replayed. */
import type { LanguageModel } from './language-model';

export const RECORD_FORMAT = 'funfusic-model-record';
export const RECORD_VERSION = 1;

/** `write` gets lines without their ends: first one that says what this is, then one for every reply, as JSON. */
export function recorded(model: LanguageModel, write: (line: string) => void): LanguageModel {
  const { name, where } = model;
  write(JSON.stringify({ format: RECORD_FORMAT, version: RECORD_VERSION, model: name, where }));
  return {
    name,
    where,
    complete: async (request, onProgress, signal) => {
      const completion = await model.complete(request, onProgress, signal);
      write(JSON.stringify({ request, completion }));
      return completion;
    },
  };
}
