/** The configuration of a language model, from the settings or the command line. */
import * as z from 'zod/mini';
import type { ValueOf } from '../language/value-of';
import { environmentVariable } from '../language/text/environment-variables';

const text = z.string();
const maybe = z.exactOptional;
const notNegative = z.number().check(z.minimum(0));

const commonModelFields = {
  temperature: maybe(notNegative.check(z.maximum(2))),
  seed: maybe(z.int()),
  /** The maximum length of a reply. */
  maxTokens: maybe(z.int().check(z.positive())),
  timeoutSeconds: maybe(z.number().check(z.positive(), z.maximum(3600))),
  /** How often a request is repeated if the model is busy or unreachable. */
  retries: maybe(z.int().check(z.minimum(0), z.maximum(10))),
  /** Per million tokens. */
  prices: maybe(z.strictObject({ input: notNegative, output: notNegative, currency: maybe(text) })),
};

/** A server with OpenAI's chat API: OpenAI, Azure, Ollama, vLLM, llama.cpp and others. */
const servedModelConfig = z.strictObject({
  ...commonModelFields,
  /** Such as https://api.openai.com/v1 or http://localhost:11434/v1. */
  url: z.url({ protocol: /^https?$/ }),
  /** The name that the server uses. Default: the name in the settings. */
  model: maybe(text.check(z.minLength(1))),
  /** Required by Azure. */
  apiVersion: maybe(text),
  /** Whether the server requires a key, which the editor stores or the environment provides. */
  key: maybe(z.boolean()),
  headers: maybe(z.record(text, text)),
  /** Which structured replies the server supports: by a JSON schema, any JSON, or none. */
  structured: maybe(z.enum(['schema', 'json', 'none'])),
});
export type ServedModelConfig = ValueOf<typeof servedModelConfig>;

/** A model that the editor provides. */
const editorModelConfig = z.strictObject({
  ...commonModelFields,
  /** The editor's ID of the model, such as copilot/gpt-4o. */
  editor: text.check(z.minLength(1)),
});
export type EditorModelConfig = ValueOf<typeof editorModelConfig>;

export const modelConfig = z.union([servedModelConfig, editorModelConfig]);
export type ModelConfig = ValueOf<typeof modelConfig>;

/** The value of the setting for no model. */
export const NO_MODEL = 'none';

/** How to set the key of a model for an editor that stores no keys. */
export const keyAdviceInEnvironment = (model: string, address: string, isDeclared: boolean): string =>
  `${isDeclared ? '' : `Set "key": true for ${model} in funfusic.models. `}Set ${environmentVariable(model, 'key')} and ${environmentVariable(model, 'address')}=${address} in the environment of the editor.`;

/** How to set the key of a model in the editor. `isDeclared`: its settings contain `"key": true`. */
export const keyAdviceInEditor = (model: string, isDeclared: boolean): string =>
  `${isDeclared ? '' : `Set "key": true for ${model} in funfusic.models. `}Use the command "Manage Models…".`;
