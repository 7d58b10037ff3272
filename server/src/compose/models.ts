/** Opens a model: of a server, or of the editor. */
import { httpSettingsOf } from '../adapters/http-settings';
import { chatAddress } from '../adapters/model/chat-address';
import { openEditorModel, type AskEditor } from '../adapters/model/editor-model';
import { ServedModel } from '../adapters/model/openai-compatible';
import type { LanguageModel } from '../core/model/language-model';
import type { ModelConfig } from '../core/model/model-config';
import { unknownModelMessage } from '../core/model/model-list';
import { IS_BROWSER } from './paths';

export { chatAddress, isAzure } from '../adapters/model/chat-address';
export type { AskEditor } from '../adapters/model/editor-model';

export interface ModelEnvironment {
  /** The key that is sent to `address`, if there is one. `rejected`: the last one was refused. */
  readonly keyOf: (model: string, address: string, rejected: boolean) => Promise<string | undefined>;
  /** How the user sets the key of a model; `wanted` if the settings require one. */
  readonly keyAdvice: (model: string, address: string, wanted: boolean) => string;
  readonly editorHttp?: () => Promise<unknown>;
  /** Sends a request to one of the editor's own models; absent without an editor. */
  readonly askEditor?: AskEditor;
}

export type OpenedModel = LanguageModel & { readonly close?: () => Promise<void> };

/** The model is contacted on first use. */
export function openModel(
  name: string,
  config: ModelConfig | undefined,
  { keyOf, keyAdvice, editorHttp, askEditor }: ModelEnvironment,
): OpenedModel | { readonly problem: string } {
  if (!config) return { problem: unknownModelMessage(name) };
  if ('editor' in config)
    return askEditor
      ? openEditorModel(name, config, askEditor)
      : {
          problem: `${name} is a model of the editor, which only the editor can use. Choose a model with a "url".`,
        };
  if (IS_BROWSER)
    return {
      problem: `The model ${name} cannot be used in the browser. Choose a model of the editor, or use the VS Code desktop app.`,
    };
  const address = chatAddress(config);
  if ('problem' in address) return { problem: `The model ${name} cannot be asked. ${address.problem}` };
  return new ServedModel({
    name,
    config,
    address,
    keyOf: (origin, rejected) => keyOf(name, origin, rejected),
    keyAdvice: keyAdvice(name, address.url.origin, address.needsKey),
    http: async () => httpSettingsOf(await editorHttp?.(), process.env),
  });
}
