/** A model of the editor, which is called through the editor. */
import { removeReasoning } from '../../core/model/find-json';
import type { ModelCompletion, LanguageModel, ModelRequest } from '../../core/model/language-model';
import type { EditorModelConfig } from '../../core/model/model-config';
import { TimeLimit } from '../../core/query/time-limit';
import { failed } from './model-errors';
import { DEFAULT_TIMEOUT_SECONDS } from './openai-compatible';
import { unlessAborted } from '../../core/query/time-limit';

interface EditorModelRequest {
  /** The editor's id for the model. */
  readonly id: string;
  readonly request: ModelRequest;
  readonly timeoutSeconds: number;
}

/** Aborting must cancel the request in the editor. */
export type AskEditor = (
  call: EditorModelRequest,
  onProgress: (part: string) => void,
  signal: AbortSignal,
) => Promise<ModelCompletion>;

export function openEditorModel(name: string, config: EditorModelConfig, ask: AskEditor): LanguageModel {
  const { editor: id, temperature = 0, maxTokens, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = config;
  return {
    name,
    where: id,
    complete: async (request, onProgress, signal) => {
      signal.throwIfAborted();
      const limit = new TimeLimit(signal, timeoutSeconds * 1000);
      const call = {
        id,
        request: { temperature, ...(maxTokens !== undefined && { maxTokens }), ...request },
        timeoutSeconds,
      };
      try {
        const completion = await unlessAborted(ask(call, onProgress, limit.signal), limit.signal);
        return completion.status === 'completed'
          ? { ...completion, text: removeReasoning(completion.text) }
          : completion;
      } catch (error) {
        signal.throwIfAborted();
        if (limit.expired)
          return failed(
            'timed-out',
            `The editor's model ${id} did not finish its reply within ${timeoutSeconds} seconds. Try again, or raise "timeoutSeconds" of ${name}.`,
          );
        const reason = error instanceof Error ? error.message : String(error);
        return failed('unreachable', `The editor's model ${id} could not be called: ${reason}`);
      } finally {
        limit.end();
      }
    },
  };
}
