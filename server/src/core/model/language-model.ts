/** The port to a language model, and its messages. */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What is asked of a model. Two that are alike, of the same model, may be answered with the same reply. */
export interface ModelRequest {
  /** The name of the prompt: for traces, records and budgets. */
  readonly purpose: string;
  readonly messages: readonly Message[];
  /** The expected schema. Not every model follows it, so the caller validates. */
  readonly format?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** Default: from the settings. */
  readonly temperature?: number;
  readonly maxTokens?: number;
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  /** Estimated, because the model did not report it. */
  readonly estimated?: boolean;
}

/** What a piece of work has cost so far. */
export interface Usage {
  readonly calls: number;
  readonly tokens: TokenUsage;
  /** In the currency of the prices; absent where no prices are set. */
  readonly money?: number;
}

/** A model that refuses, stalls or is unreachable is an outcome, not an exception. */
export type Completion = (
  | {
      readonly status: 'completed';
      readonly text: string;
      /** `length`: the reply was cut off. */
      readonly finish: 'stop' | 'length';
      readonly usage: TokenUsage;
    }
  /** It would not answer; the message is its own. */
  | { readonly status: 'refused'; readonly message: string; readonly usage: TokenUsage }
  /** With advice. */
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

/** Caching, budgets, recording and replaying are functions from model to model. */
export interface LanguageModel {
  readonly name: string;
  /** The recipient: an origin such as https://api.openai.com, or the editor's name for the model. */
  readonly where: string;
  /**
   * `tell` hears the reply as it comes, where the model streams it. Rejects only when `signal` is aborted, and then at once, the
   * request having been ended.
   */
  complete(
    request: ModelRequest,
    onProgress: (part: string) => void,
    signal: AbortSignal,
  ): Promise<Completion>;
}
