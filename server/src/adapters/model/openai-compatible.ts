/** A model behind OpenAI's chat API, on any server. */
import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import type { ModelCompletion, LanguageModel, ModelRequest } from '../../core/model/language-model';
import type { ServedModelConfig } from '../../core/model/model-config';
import { inSeconds, TimeLimit, withTimeLimit } from '../../core/query/time-limit';
import { redactSecrets, secretsOfAddress } from '../../core/language/text/redact';
import { HttpClient } from '../http';
import { explainHttpFault, isReset } from '../http-errors';
import { proxyFor, type HttpSettings } from '../http-settings';
import { ReplyTooLarge } from '../reply-limits';
import type { ChatAddress } from './chat-address';
import { chatCall, DEFAULT_RETRIES, type ChatCall } from './chat-client';
import { ServerPreferences, type ChatParameters } from './chat-parameters';
import { asChunk, readReply } from './chat-reply';
import { explainModelError, failed, isTooLong, type ModelError, readModelError } from './model-errors';
import { unlessAborted } from '../../core/query/time-limit';

interface ServedModelOptions {
  readonly name: string;
  readonly config: ServedModelConfig;
  readonly address: ChatAddress;
  /** Requests the key, which is sent only to `origin`; `rejected` if the previous one was not accepted. */
  readonly keyOf: (origin: string, rejected: boolean) => Promise<string | undefined>;
  /** A sentence on how the user sets the key. */
  readonly keyAdvice: string;
  readonly http: () => Promise<HttpSettings>;
}

export const DEFAULT_TIMEOUT_SECONDS = 120;
/** The list of models is requested only for a message. */
const LIST_TIMEOUT_MS = 5_000;

type OnProgress = (part: string) => void;

interface CallResult {
  readonly completion: ModelCompletion;
  /** Whether the key was rejected. */
  readonly rejected: boolean;
}

export class ServedModel implements LanguageModel {
  readonly name: string;
  readonly where: string;
  private readonly model: string;
  private readonly http: HttpClient;
  private preferences: ServerPreferences;
  private key: string | undefined;

  constructor(private readonly options: ServedModelOptions) {
    const { name, config, address } = options;
    this.name = name;
    this.model = config.model ?? name;
    this.where = address.url.origin;
    this.http = new HttpClient(options.http);
    this.preferences = new ServerPreferences(config);
  }

  async complete(
    request: ModelRequest,
    onProgress: OnProgress,
    signal: AbortSignal,
  ): Promise<ModelCompletion> {
    signal.throwIfAborted();
    if (this.options.address.needsKey) this.key ??= await this.askKey(false, signal);
    const { key } = this;
    const first = await this.attempt(request, onProgress, signal);
    if (!first.rejected) return first.completion;
    this.key = await this.askKey(true, signal);
    if (this.key === undefined || this.key === key) return first.completion;
    return (await this.attempt(request, onProgress, signal)).completion;
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async askKey(rejected: boolean, signal: AbortSignal): Promise<string | undefined> {
    const key = await unlessAborted(this.options.keyOf(this.where, rejected), signal);
    return key?.trim() === '' ? undefined : key?.trim();
  }

  /** Errors are returned; only a cancellation is thrown. */
  private async attempt(
    request: ModelRequest,
    onProgress: OnProgress,
    signal: AbortSignal,
  ): Promise<CallResult> {
    const { address, config, keyAdvice } = this.options;
    const { key } = this;
    if (address.needsKey && key === undefined)
      return notSent(`There is no key for ${this.name} at ${this.where}. ${keyAdvice}`);
    if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
      this.key = undefined;
      const what = 'contains characters that keys cannot have, such as spaces or non-ASCII letters';
      return notSent(`The key of ${this.name} ${what}. Set it again: ${keyAdvice}`);
    }
    const seconds = config.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
    const limit = new TimeLimit(signal, seconds * 1000);
    const reportProgress = (part: string): void => {
      if (!limit.signal.aborted) onProgress(part);
    };
    try {
      const deadline = performance.now() + seconds * 1000;
      const call = await chatCall(this.http, address, config, key, deadline, limit.signal);
      limit.signal.throwIfAborted();
      const outcome = await unlessAborted(
        this.requestCompletion(call, request, reportProgress, limit.signal),
        limit.signal,
      );
      return { ...outcome, completion: await this.withoutSecrets(outcome.completion, call) };
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.expired) throw error;
      const within = inSeconds(seconds * 1000);
      const advice = `Try again, or raise "timeoutSeconds" of ${this.name}.`;
      return notRejected(
        failed('timed-out', `${this.where} did not finish its reply within ${within}. ${advice}`),
      );
    } finally {
      limit.end();
    }
  }

  /** Repeats the request without parameters that the server rejects. */
  private async requestCompletion(
    call: ChatCall,
    request: ModelRequest,
    onProgress: OnProgress,
    signal: AbortSignal,
  ): Promise<CallResult> {
    let { preferences } = this;
    let canRetry = (this.options.config.retries ?? DEFAULT_RETRIES) > 0;
    for (;;) {
      const parameters = preferences.parametersFor(request);
      try {
        const completion = await withTimeLimit(signal, Infinity, (limit) => {
          // The client adds a listener for each retry, and removes none.
          setMaxListeners(0, limit.signal);
          return this.send(call, request, parameters, onProgress, limit.signal);
        });
        // The request without these parameters succeeded, so they stay omitted.
        this.preferences = preferences;
        return notRejected(completion ?? this.notChatApi());
      } catch (error) {
        signal.throwIfAborted();
        const refusal = await readModelError(error);
        const reduced =
          refusal && isAboutParameters(refusal) ? preferences.without(refusal, parameters) : undefined;
        if (reduced) preferences = reduced;
        else if (canRetry && !refusal && isReset(error) && call.network.fault() === undefined) {
          // The client retries a request only before the reply starts.
          canRetry = false;
        } else
          return {
            completion: await this.explain(error, refusal, call, signal),
            rejected: refusal?.status === 401 && call.key !== undefined,
          };
      }
    }
  }

  private async send(
    { client }: ChatCall,
    { messages }: ModelRequest,
    parameters: ChatParameters,
    onProgress: OnProgress,
    signal: AbortSignal,
  ): Promise<ModelCompletion | undefined> {
    const { completions } = client.chat;
    const body = { model: this.model, messages: [...messages], ...parameters };
    if (parameters.stream)
      return readReply(await completions.create({ ...body, stream: true }, { signal }), messages, onProgress);
    const whole = await completions.create({ ...body, stream: false }, { signal });
    return readReply(singleChunk(asChunk(whole)), messages, onProgress);
  }

  private notChatApi(): ModelCompletion {
    return failed(
      'server',
      `${this.where} responds, but not like a chat API. Check "url" of ${this.name}: it usually ends in /v1.`,
    );
  }

  private async explain(
    error: unknown,
    refusal: ModelError | undefined,
    call: ChatCall,
    signal: AbortSignal,
  ): Promise<ModelCompletion> {
    const { address, keyAdvice, http } = this.options;
    const fault = call.network.fault();
    const tooLarge = [fault, error].find((one) => one instanceof ReplyTooLarge);
    if (tooLarge)
      return failed(
        'server',
        `${this.where} sent a reply larger than ${tooLarge.limit}. It is not called again. Set "maxTokens" of ${this.name}, or choose another model.`,
      );
    if (refusal && fault === undefined)
      return explainModelError(refusal, {
        name: this.name,
        model: this.model,
        origin: this.where,
        azure: address.azure !== undefined,
        hasKey: call.key !== undefined,
        keyAdvice,
        models: () => listModels(call, signal),
      });
    if (error instanceof SyntaxError)
      return failed(
        'server',
        `${this.where} returned invalid JSON. Try again. If this keeps happening, check the server's log.`,
      );
    const proxy = proxyFor(await http(), address.url);
    return failed('unreachable', explainHttpFault(fault ?? error, address.url, proxy));
  }

  /** Servers may echo the key, which must not be shown or stored. */
  private async withoutSecrets(completion: ModelCompletion, { key }: ChatCall): Promise<ModelCompletion> {
    const { config, address } = this.options;
    const secrets = [
      key ?? '',
      ...Object.values(config.headers ?? {}),
      ...secretsOfAddress(address.url),
      ...(await this.http.secrets()),
    ];
    const clean = (text: string): string => redactSecrets(text, secrets);
    return completion.status === 'completed'
      ? { ...completion, text: clean(completion.text) }
      : { ...completion, message: clean(completion.message) };
  }
}

function notRejected(completion: ModelCompletion): CallResult {
  return { completion, rejected: false };
}

function notSent(message: string): CallResult {
  return notRejected({ ...failed('unauthorized', message), unasked: true });
}

function isAboutParameters(refusal: ModelError): boolean {
  return (refusal.status === 400 || refusal.status === 422) && !isTooLong(refusal);
}

/** Empty if the server does not report its models. */
async function listModels({ client }: ChatCall, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const list = await withTimeLimit(signal, LIST_TIMEOUT_MS, (limit) =>
      client.models.list({ signal: limit.signal, maxRetries: 0 }),
    );
    return list.data.map(({ id }) => id);
  } catch {
    return [];
  }
}

async function* singleChunk(chunk: object): AsyncIterable<object> {
  yield await Promise.resolve(chunk);
}
