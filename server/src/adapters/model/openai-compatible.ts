/** A model behind OpenAI's chat API, on any server. */
import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import type { Completion, LanguageModel, ModelRequest } from '../../core/model/language-model';
import type { ServedModelConfig } from '../../core/model/model-config';
import { inSeconds, TimeLimit, withTimeLimit } from '../../core/query/time-limit';
import { redacted, secretsOfAddress } from '../../core/language/text/redact';
import { HttpClient } from '../http';
import { explainHttpFault, isReset } from '../http-errors';
import { proxyFor, type HttpSettings } from '../http-settings';
import { ReplyTooLarge } from '../reply-limits';
import type { ChatAddress } from './chat-address';
import { chatCall, DEFAULT_RETRIES, type ChatCall } from './chat-client';
import { ServerPreferences, type ChatParameters } from './chat-parameters';
import { asChunk, readReply } from './chat-reply';
import { explainRefusal, failed, isTooLong, type ModelError, refusalIn } from './model-errors';
import { unlessAborted } from '../unless-aborted';

interface ServedModelOptions {
  readonly name: string;
  readonly config: ServedModelConfig;
  readonly address: ChatAddress;
  /** Asks for the key, which is sent to `origin` only; `rejected` where the one that was given is not accepted. */
  readonly keyOf: (origin: string, rejected: boolean) => Promise<string | undefined>;
  /** A sentence on how the user sets the key. */
  readonly keyAdvice: string;
  readonly http: () => Promise<HttpSettings>;
}

export const DEFAULT_TIMEOUT_SECONDS = 120;
/** What models there are is looked up for a message only. */
const LIST_TIMEOUT_MS = 5_000;

export function openServed(options: ServedModelOptions): ServedModel {
  return new ServedModel(options);
}

type Tell = (part: string) => void;

interface Attempted {
  readonly completion: Completion;
  /** Another key may help. */
  readonly rejected: boolean;
}

class ServedModel implements LanguageModel {
  readonly name: string;
  readonly where: string;
  private readonly model: string;
  private readonly http: HttpClient;
  private likes: ServerPreferences;
  private key: string | undefined;

  constructor(private readonly options: ServedModelOptions) {
    const { name, config, address } = options;
    this.name = name;
    this.model = config.model ?? name;
    this.where = address.url.origin;
    this.http = new HttpClient(options.http);
    this.likes = new ServerPreferences(config);
  }

  async complete(request: ModelRequest, onProgress: Tell, signal: AbortSignal): Promise<Completion> {
    signal.throwIfAborted();
    if (this.options.address.wantsKey) this.key ??= await this.askKey(false, signal);
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
  private async attempt(request: ModelRequest, onProgress: Tell, signal: AbortSignal): Promise<Attempted> {
    const { address, config, keyAdvice } = this.options;
    const { key } = this;
    if (address.wantsKey && key === undefined)
      return notSent(`There is no key for ${this.name} at ${this.where}. ${keyAdvice}`);
    if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
      this.key = undefined;
      const what = 'contains characters that keys cannot have, such as spaces or non-ASCII letters';
      return notSent(`The key of ${this.name} ${what}. Set it again: ${keyAdvice}`);
    }
    const seconds = config.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
    const limit = new TimeLimit(signal, seconds * 1000);
    const tellWhileWanted = (part: string): void => {
      if (!limit.signal.aborted) onProgress(part);
    };
    try {
      const deadline = performance.now() + seconds * 1000;
      const call = await chatCall(this.http, address, config, key, deadline, limit.signal);
      limit.signal.throwIfAborted();
      const outcome = await unlessAborted(
        this.converse(call, request, tellWhileWanted, limit.signal),
        limit.signal,
      );
      return { ...outcome, completion: await this.withoutSecrets(outcome.completion, call) };
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.expired) throw error;
      const within = inSeconds(seconds * 1000);
      const advice = `Try again, or raise "timeoutSeconds" of ${this.name}.`;
      return told(failed('timed-out', `${this.where} did not finish its reply within ${within}. ${advice}`));
    } finally {
      limit.end();
    }
  }

  /** Again with less, as long as the server refuses parameters that can be left out. */
  private async converse(
    call: ChatCall,
    request: ModelRequest,
    onProgress: Tell,
    signal: AbortSignal,
  ): Promise<Attempted> {
    let { likes } = this;
    let mayBreak = (this.options.config.retries ?? DEFAULT_RETRIES) > 0;
    for (;;) {
      const parameters = likes.parametersFor(request);
      try {
        const completion = await withTimeLimit(signal, Infinity, (limit) => {
          // The client adds a listener for each retry, and removes none.
          setMaxListeners(0, limit.signal);
          return this.send(call, request, parameters, onProgress, limit.signal);
        });
        // What it was asked without was to blame, since it answers now.
        this.likes = likes;
        return told(completion ?? this.noChat());
      } catch (error) {
        signal.throwIfAborted();
        const refused = await refusalIn(error);
        const less = refused && isOfParameters(refused) ? likes.without(refused, parameters) : undefined;
        if (less) likes = less;
        else if (mayBreak && !refused && isReset(error) && call.network.fault() === undefined) {
          // The client retries a request only before the reply starts.
          mayBreak = false;
        } else
          return {
            completion: await this.explain(error, refused, call, signal),
            rejected: refused?.status === 401 && call.key !== undefined,
          };
      }
    }
  }

  private async send(
    { client }: ChatCall,
    { messages }: ModelRequest,
    parameters: ChatParameters,
    onProgress: Tell,
    signal: AbortSignal,
  ): Promise<Completion | undefined> {
    const { completions } = client.chat;
    const body = { model: this.model, messages: [...messages], ...parameters };
    if (parameters.stream)
      return readReply(await completions.create({ ...body, stream: true }, { signal }), messages, onProgress);
    const whole = await completions.create({ ...body, stream: false }, { signal });
    return readReply(only(asChunk(whole)), messages, onProgress);
  }

  private noChat(): Completion {
    return failed(
      'server',
      `${this.where} responds, but not like a chat API. Check "url" of ${this.name}: it usually ends in /v1.`,
    );
  }

  private async explain(
    error: unknown,
    refused: ModelError | undefined,
    call: ChatCall,
    signal: AbortSignal,
  ): Promise<Completion> {
    const { address, keyAdvice, http } = this.options;
    const fault = call.network.fault();
    const tooLarge = [fault, error].find((one) => one instanceof ReplyTooLarge);
    if (tooLarge)
      return failed(
        'server',
        `${this.where} sent a reply larger than ${tooLarge.limit}. It is not called again. Set "maxTokens" of ${this.name}, or choose another model.`,
      );
    if (refused && fault === undefined)
      return explainRefusal(refused, {
        name: this.name,
        model: this.model,
        origin: this.where,
        azure: address.azure !== undefined,
        hasKey: call.key !== undefined,
        keyAdvice,
        models: () => modelsOf(call, signal),
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
  private async withoutSecrets(completion: Completion, { key }: ChatCall): Promise<Completion> {
    const { config, address } = this.options;
    const secrets = [
      key ?? '',
      ...Object.values(config.headers ?? {}),
      ...secretsOfAddress(address.url),
      ...(await this.http.secrets()),
    ];
    const clean = (text: string): string => redacted(text, secrets);
    return completion.status === 'completed'
      ? { ...completion, text: clean(completion.text) }
      : { ...completion, message: clean(completion.message) };
  }
}

function told(completion: Completion): Attempted {
  return { completion, rejected: false };
}

function notSent(message: string): Attempted {
  return told({ ...failed('unauthorized', message), unasked: true });
}

function isOfParameters(refused: ModelError): boolean {
  return (refused.status === 400 || refused.status === 422) && !isTooLong(refused);
}

/** None where it does not tell: a message does without. */
async function modelsOf({ client }: ChatCall, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const list = await withTimeLimit(signal, LIST_TIMEOUT_MS, (limit) =>
      client.models.list({ signal: limit.signal, maxRetries: 0 }),
    );
    return list.data.map(({ id }) => id);
  } catch {
    return [];
  }
}

async function* only(chunk: object): AsyncIterable<object> {
  yield await Promise.resolve(chunk);
}
