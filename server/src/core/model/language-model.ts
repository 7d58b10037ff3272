/** A language model: the port, and what comes through it. */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What is asked of a model. Two that are alike, of the same model, may be answered with the same reply. */
export interface ModelRequest {
  /** The name of the prompt: for traces, records and budgets. */
  readonly purpose: string;
  readonly messages: readonly Message[];
  /** A reply of this shape is wanted; not every model keeps to it, so whoever asks checks. */
  readonly format?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** Where it is not said, what the settings say. */
  readonly temperature?: number;
  readonly maxTokens?: number;
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  /** Counted by us, because the model did not tell. */
  readonly estimated?: boolean;
}

/** What a piece of work has cost so far. */
export interface Usage {
  readonly calls: number;
  readonly tokens: TokenUsage;
  /** In the currency of the prices; absent where no prices are set. */
  readonly money?: number;
}

/** A model that refuses, stalls or is away is an outcome to show, not an exception. */
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
  /** The message says what to do about it. */
  | { readonly status: 'failed'; readonly reason: ModelFault; readonly message: string }
) & {
  /** Nobody was asked, so it is no call and costs nothing: it was known from before, or could not be afforded. */
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
  /** Who gets what is sent: an origin such as https://api.openai.com, or the editor's own name for the model. */
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
