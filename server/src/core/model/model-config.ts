/** How a language model is told to us: by the settings, or on the command line. */

interface CommonModelConfig {
  readonly temperature?: number;
  readonly seed?: number;
  /** The most a reply may have. */
  readonly maxTokens?: number;
  readonly timeoutSeconds?: number;
  /** How often a request is sent again when the model is busy or away for a moment. */
  readonly retries?: number;
  /** For a million tokens. */
  readonly prices?: { readonly input: number; readonly output: number; readonly currency?: string };
}

/** Whatever speaks OpenAI's chat API: OpenAI, Azure, Ollama, vLLM, llama.cpp and others. */
export interface ServedModelConfig extends CommonModelConfig {
  /** Such as https://api.openai.com/v1 or http://localhost:11434/v1. */
  readonly url: string;
  /** As the server calls it; where it is not said, as we do. */
  readonly model?: string;
  /** Azure wants it. */
  readonly apiVersion?: string;
  /** Whether it wants a key: asked for and kept by the editor, or taken from the environment. */
  readonly key?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether replies of a given shape can be asked for: by a JSON schema, as any JSON, or not at all. */
  readonly structured?: 'schema' | 'json' | 'none';
}

/** One of the editor's own. */
export interface EditorModelConfig extends CommonModelConfig {
  /** The editor's id for it, such as copilot/gpt-4o. */
  readonly editor: string;
}

export type ModelConfig = ServedModelConfig | EditorModelConfig;

/** The name that stands for working without a model. */
export const NO_MODEL = 'none';

/** How a user of the editor sets the key of a model; `wanted` where its entry says that it has one. */
export const keyAdviceInEditor = (model: string, wanted: boolean): string =>
  `${wanted ? '' : `Set "key": true for ${model} in funfusic.models. `}Use the command "Manage Models…".`;
