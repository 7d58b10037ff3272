/** The port to a language model, and its messages. */

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Equal requests to the same model can get the same cached reply. */
export interface ModelRequest {
  /** The name of the prompt, for traces and records. */
  readonly purpose: string;
  readonly messages: readonly ChatMessage[];
  /** The JSON schema of the reply. Not every model follows it, so the caller validates the reply. */
  readonly format?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** Default: from the settings. */
  readonly temperature?: number;
  readonly maxTokens?: number;
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  /** The model did not report its usage. */
  readonly estimated?: boolean;
}

export interface Usage {
  readonly calls: number;
  readonly tokens: TokenUsage;
  /** In the currency of the prices; undefined without prices. */
  readonly money?: number;
}

/** A model that refuses, stalls or is unreachable is an outcome, not an exception. */
export type ModelCompletion = (
  | {
      readonly status: 'completed';
      readonly text: string;
      /** `length`: the reply was cut off. */
      readonly finish: 'stop' | 'length';
      readonly usage: TokenUsage;
    }
  /** The message is that of the model. */
  | { readonly status: 'refused'; readonly message: string; readonly usage: TokenUsage }
  /** The message includes advice. */
  | { readonly status: 'failed'; readonly reason: ModelFault; readonly message: string }
) & {
  /** No request was sent: the reply was cached, or the budget is used up. */
  readonly unasked?: true;
};

export type ModelFault =
  | 'unreachable'
  | 'unauthorized'
  | 'rate-limited'
  | 'bad-request'
  | 'timed-out'
  | 'server'
  | 'budget'
  | 'not-recorded';

/** The port. Caching, budgets, recording and replaying are decorators. */
export interface LanguageModel {
  readonly name: string;
  /** The recipient: an origin such as https://api.openai.com, or the editor's ID of the model. */
  readonly where: string;
  /** `onProgress` receives a streamed reply. Rejects only when `signal` is aborted, and then at once. */
  complete(
    request: ModelRequest,
    onProgress: (part: string) => void,
    signal: AbortSignal,
  ): Promise<ModelCompletion>;
  /** Drops the cached reply to a request, because it cannot be used. */
  readonly forget?: (request: ModelRequest) => void;
}

/** The same model with another way to complete requests. */
export function withComplete(
  { name, where, forget }: LanguageModel,
  complete: LanguageModel['complete'],
): LanguageModel {
  return { name, where, complete, ...(forget && { forget }) };
}
