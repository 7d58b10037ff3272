/** Which model: one that a server has, or one of the editor's. */
import { httpSettingsOf } from '../adapters/http-settings';
import { chatAddress } from '../adapters/model/chat-address';
import { openEditorModel, type AskEditor } from '../adapters/model/editor-model';
import { openServed } from '../adapters/model/openai-compatible';
import type { LanguageModel } from '../core/model/language-model';
import type { ModelConfig } from '../core/model/model-config';
import { unknownModel } from '../core/model/model-list';

export { chatAddress, isAzure } from '../adapters/model/chat-address';
export type { AskEditor } from '../adapters/model/editor-model';

/** What a model may need of the place it is opened in. */
export interface ModelSurroundings {
  /** Asks for a key that is to be sent to `address`; undefined where there is none. `rejected` where the last was refused. */
  readonly keyOf: (model: string, address: string, rejected: boolean) => Promise<string | undefined>;
  /** How the user sets the key of a model; `wanted` where the settings say already that it has one. */
  readonly keyAdvice: (model: string, address: string, wanted: boolean) => string;
  readonly editorHttp?: () => Promise<unknown>;
  /** Has one of the editor's own models asked, where there is an editor. */
  readonly askEditor?: AskEditor;
}

export type OpenedModel = LanguageModel & { readonly close?: () => Promise<void> };

/** Asks nobody yet. */
export function openModel(
  name: string,
  config: ModelConfig | undefined,
  { keyOf, keyAdvice, editorHttp, askEditor }: ModelSurroundings,
): OpenedModel | { readonly problem: string } {
  if (!config) return { problem: unknownModel(name) };
  if ('editor' in config)
    return askEditor
      ? openEditorModel(name, config, askEditor)
      : {
          problem: `${name} is a model of the editor, which nobody else can ask. Name one that has a "url".`,
        };
  const address = chatAddress(config);
  if ('problem' in address) return { problem: `The model ${name} cannot be asked. ${address.problem}` };
  return openServed({
    name,
    config,
    address,
    keyOf: (origin, rejected) => keyOf(name, origin, rejected),
    keyAdvice: keyAdvice(name, address.url.origin, address.wantsKey),
    http: async () => httpSettingsOf(await editorHttp?.(), process.env),
  });
}
