/** The configuration of a language model, from the settings or the command line. */
import { environmentVariable } from '../language/text/environment-variables';

interface CommonModelConfig {
  readonly temperature?: number;
  readonly seed?: number;
  /** The maximum length of a reply. */
  readonly maxTokens?: number;
  readonly timeoutSeconds?: number;
  /** How often a request is repeated if the model is busy or unreachable. */
  readonly retries?: number;
  /** Per million tokens. */
  readonly prices?: { readonly input: number; readonly output: number; readonly currency?: string };
}

/** A server with OpenAI's chat API: OpenAI, Azure, Ollama, vLLM, llama.cpp and others. */
export interface ServedModelConfig extends CommonModelConfig {
  /** Such as https://api.openai.com/v1 or http://localhost:11434/v1. */
  readonly url: string;
  /** The name that the server uses. Default: the name in the settings. */
  readonly model?: string;
  /** Required by Azure. */
  readonly apiVersion?: string;
  /** Whether the server requires a key, which the editor stores or the environment provides. */
  readonly key?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which structured replies the server supports: by a JSON schema, any JSON, or none. */
  readonly structured?: 'schema' | 'json' | 'none';
}

/** A model that the editor provides. */
export interface EditorModelConfig extends CommonModelConfig {
  /** The editor's ID of the model, such as copilot/gpt-4o. */
  readonly editor: string;
}

export type ModelConfig = ServedModelConfig | EditorModelConfig;

/** The value of the setting for no model. */
export const NO_MODEL = 'none';

/** How to set the key of a model for an editor that stores no keys. */
export const keyAdviceInEnvironment = (model: string, address: string, isDeclared: boolean): string =>
  `${isDeclared ? '' : `Set "key": true for ${model} in funfusic.models. `}Set ${environmentVariable(model, 'key')} and ${environmentVariable(model, 'address')}=${address} in the environment of the editor.`;

/** How to set the key of a model in the editor. `isDeclared`: its settings contain `"key": true`. */
export const keyAdviceInEditor = (model: string, isDeclared: boolean): string =>
  `${isDeclared ? '' : `Set "key": true for ${model} in funfusic.models. `}Use the command "Manage Models…".`;
