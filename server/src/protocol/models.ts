/** Language models: those of the settings and those of the editor. */

export interface ModelInfo {
  readonly name: string;
  readonly kind: 'server' | 'editor';
  /** Where requests are sent: an origin, or the editor's ID of the model. */
  readonly where: string;
  /** The name of the model on its server. */
  readonly model: string;
  /** The model runs on this computer, so nothing leaves it. */
  readonly local: boolean;
}

export interface ModelParams {
  readonly model: string;
}

export interface EditorModelParams {
  /** The editor's ID of the model. */
  readonly id: string;
  readonly request: ModelRequest;
  readonly timeoutSeconds: number;
  /** The key of the `EDITOR_MODEL_PART_NOTIFICATION`s with the parts of the reply. */
  readonly key: string;
}

export interface EditorModelPart {
  readonly key: string;
  readonly text: string;
}

export interface ModelRequest {
  /** The name of the prompt. */
  readonly purpose: string;
  readonly messages: readonly {
    readonly role: 'system' | 'user' | 'assistant';
    readonly content: string;
  }[];
  /** The JSON schema of the reply. Not every model follows it. */
  readonly format?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  readonly temperature?: number;
  readonly maxTokens?: number;
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  /** The model did not report its tokens. */
  readonly estimated?: boolean;
}

/** The reply of a model. A model that refuses or cannot be reached is a result too. */
export type ModelCompletion =
  | {
      readonly status: 'completed';
      readonly text: string;
      /** `length`: the reply was cut off. */
      readonly finish: 'stop' | 'length';
      readonly usage: TokenUsage;
    }
  | { readonly status: 'refused'; readonly message: string; readonly usage: TokenUsage }
  | {
      readonly status: 'failed';
      readonly reason:
        | 'unreachable'
        | 'unauthorized'
        | 'rate-limited'
        | 'bad-request'
        | 'timed-out'
        | 'server';
      readonly message: string;
    };
