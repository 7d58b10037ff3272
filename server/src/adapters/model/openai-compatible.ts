/** A model behind OpenAI's chat API, whoever serves it. */
import { performance } from 'node:perf_hooks';
import type { Completion, LanguageModel, ModelRequest } from '../../core/model/language-model';
import type { ServedModelConfig } from '../../core/model/model-config';
import { HttpClient } from '../http';
import { explainHttpFault, isReset } from '../http-faults';
import { proxyFor, type HttpSettings } from '../http-settings';
import type { ChatAddress } from './chat-address';
import { ServerLikes, type ChatParameters } from './chat-parameters';
import { asChunk, readReply } from './chat-reply';
import { explainRefusal, failed, type Refused } from './model-faults';
import { modelFetch, type ModelFetch } from './model-fetch';
import type { OpenAI } from './openai';
import { unlessAborted } from './unless-aborted';

export interface ServedModelOptions {
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
const DEFAULT_RETRIES = 4;
/** What a model is called is looked up for a message only. */
const LIST_TIMEOUT_MS = 5_000;
/** The client keeps no time: the signal does. */
const FOREVER_MS = 2 ** 31 - 1;

export function openServed(options: ServedModelOptions): ServedModel {
  return new ServedModel(options);
}

interface Call {
  readonly client: OpenAI;
  readonly network: ModelFetch;
  readonly key: string | undefined;
}

export class ServedModel implements LanguageModel {
  readonly name: string;
  readonly where: string;
  private readonly model: string;
  private readonly http: HttpClient;
  private readonly likes: ServerLikes;
  private key: string | undefined;

  constructor(private readonly options: ServedModelOptions) {
    const { name, config, address } = options;
    this.name = name;
    this.model = config.model ?? name;
    this.where = address.url.origin;
    this.http = new HttpClient(options.http);
    this.likes = new ServerLikes(config);
  }

  async complete(
    request: ModelRequest,
    tell: (part: string) => void,
    signal: AbortSignal,
  ): Promise<Completion> {
    signal.throwIfAborted();
    const { wantsKey } = this.options.address;
    if (wantsKey) this.key ??= await this.askKey(false, signal);
    if (wantsKey && this.key === undefined)
      return failed(
        'unauthorized',
        `There is no key for ${this.name} at ${this.where}. ${this.options.keyAdvice}`,
      );
    if (this.key !== undefined && !/^[\x21-\x7e]+$/.test(this.key))
      return failed('unauthorized', this.brokenKey());
    const first = this.key;
    const outcome = await this.attempt(request, tell, signal);
    if (!wantsKey || outcome.status !== 'failed' || outcome.reason !== 'unauthorized') return outcome;
    this.key = await this.askKey(true, signal);
    return this.key === undefined || this.key === first ? outcome : this.attempt(request, tell, signal);
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async askKey(rejected: boolean, signal: AbortSignal): Promise<string | undefined> {
    const key = await unlessAborted(this.options.keyOf(this.where, rejected), signal);
    return key?.trim() === '' ? undefined : key?.trim();
  }

  private brokenKey(): string {
    this.key = undefined;
    return `The key of ${this.name} has characters that no key has, such as spaces or letters of another alphabet. Set it anew: ${this.options.keyAdvice}`;
  }

  /** Whatever goes wrong is told; only the user's own wish to stop is thrown. */
  private async attempt(
    request: ModelRequest,
    tell: (part: string) => void,
    signal: AbortSignal,
  ): Promise<Completion> {
    const seconds = this.options.config.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(seconds * 1000))]);
    const tellWhileWanted = (part: string): void => {
      if (!limited.aborted) tell(part);
    };
    try {
      const call = await this.call(performance.now() + seconds * 1000);
      const completion = await unlessAborted(this.converse(call, request, tellWhileWanted, limited), limited);
      return this.withoutSecrets(completion, call);
    } catch (error) {
      signal.throwIfAborted();
      if (!limited.aborted) throw error;
      return failed(
        'timed-out',
        `${this.where} did not finish its reply within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. Try again, or raise "timeoutSeconds" of ${this.name}.`,
      );
    }
  }

  private async call(deadline: number): Promise<Call> {
    const { address, config } = this.options;
    const { OpenAI, AzureOpenAI } = await import('./openai');
    const { key } = this;
    const network = modelFetch({
      http: this.http,
      headers: config.headers ?? {},
      remainingMs: () => deadline - performance.now(),
    });
    const common = {
      baseURL: address.base,
      // The client insists on one; it is not sent.
      apiKey: key ?? 'none',
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      maxRetries: config.retries ?? DEFAULT_RETRIES,
      timeout: FOREVER_MS,
      fetch: network.fetch,
      defaultQuery: address.query,
      ...(key === undefined && { defaultHeaders: { Authorization: null, 'api-key': null } }),
      logLevel: 'off' as const,
    };
    const client = address.azure
      ? new AzureOpenAI({ ...common, apiVersion: address.azure.apiVersion })
      : new OpenAI(common);
    return { client, network, key };
  }

  /** Again with less, as long as the server refuses parameters that can be left out. */
  private async converse(
    call: Call,
    request: ModelRequest,
    tell: (part: string) => void,
    signal: AbortSignal,
  ): Promise<Completion> {
    let mayBreak = (this.options.config.retries ?? DEFAULT_RETRIES) > 0;
    for (;;) {
      const parameters = this.likes.parametersFor(request);
      try {
        const completion = await this.send(call, request, parameters, tell, signal);
        return (
          completion ??
          failed(
            'server',
            `${this.where} answers, but not as a chat API does. Check "url" of ${this.name}: it mostly ends in /v1.`,
          )
        );
      } catch (error) {
        signal.throwIfAborted();
        const refused = await refusalIn(error);
        const isOfParameters = refused?.status === 400 || refused?.status === 422;
        if (refused && isOfParameters && this.likes.learn(refused, parameters)) continue;
        if (mayBreak && !refused && isReset(error)) {
          // The client sends a request again as long as nothing of the reply has come; behind that, it is up to us.
          mayBreak = false;
          continue;
        }
        return this.explain(error, refused, call);
      }
    }
  }

  private async send(
    { client }: Call,
    { messages }: ModelRequest,
    parameters: ChatParameters,
    tell: (part: string) => void,
    signal: AbortSignal,
  ): Promise<Completion | undefined> {
    const body = { model: this.model, messages: [...messages], ...parameters };
    if (!parameters.stream) {
      const whole = await client.chat.completions.create({ ...body, stream: false }, { signal });
      return readReply(only(asChunk(whole)), messages, tell);
    }
    return readReply(
      await client.chat.completions.create({ ...body, stream: true }, { signal }),
      messages,
      tell,
    );
  }

  private async explain(
    error: unknown,
    refused: (Refused & { readonly param: string | null }) | undefined,
    { client, network, key }: Call,
  ): Promise<Completion> {
    const { address, keyAdvice, http } = this.options;
    const fault = network.fault();
    if (fault !== undefined || !refused) {
      if (error instanceof SyntaxError)
        return failed(
          'server',
          `${this.where} sent what is no JSON in its reply. Try again; if that goes on, look into its log.`,
        );
      const proxy = proxyFor(await http(), address.url);
      return failed('unreachable', explainHttpFault(fault ?? error, address.url, proxy));
    }
    return explainRefusal(refused, {
      name: this.name,
      model: this.model,
      origin: this.where,
      azure: address.azure !== undefined,
      hasKey: key !== undefined,
      keyAdvice,
      models: async () => {
        try {
          const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
          return (await client.models.list({ signal, maxRetries: 0 })).data.map(({ id }) => id);
        } catch {
          // The message does without.
          return [];
        }
      },
    });
  }

  /** Servers repeat what they were sent, which must not be shown or kept. */
  private withoutSecrets(completion: Completion, { key }: Call): Completion {
    const secrets = [key ?? '', ...Object.values(this.options.config.headers ?? {})].filter(
      (secret) => secret.length >= SHORTEST_SECRET,
    );
    const clean = (text: string): string =>
      secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
    return completion.status === 'completed'
      ? { ...completion, text: clean(completion.text) }
      : { ...completion, message: clean(completion.message) };
  }
}

/** Shorter ones are words. */
const SHORTEST_SECRET = 8;

async function* only(chunk: object): AsyncIterable<object> {
  yield await Promise.resolve(chunk);
}

/** What a server itself says; undefined where it did not get to say anything. */
async function refusalIn(error: unknown): Promise<(Refused & { readonly param: string | null }) | undefined> {
  const { APIError } = await import('./openai');
  if (!(error instanceof APIError)) return undefined;
  const { status, headers, code, param, message } = error as InstanceType<typeof APIError> & {
    readonly status: number | undefined;
    readonly headers: Headers | undefined;
  };
  const body: unknown = error.error;
  if (status === undefined && body === undefined) return undefined;
  return {
    status,
    code: typeof code === 'string' ? code : '',
    param: param ?? null,
    message: saidIn(body) ?? message.replace(/^\d{3} /, ''),
    retryAfter: headers?.get('retry-after') ?? '',
    location: headers?.get('location') ?? '',
  };
}

/** Errors have many shapes: a text, or under `message`, `detail` or `error`. */
function saidIn(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return undefined;
  const { message, detail, error } = body as Readonly<Record<string, unknown>>;
  if (typeof message === 'string') return message;
  return saidIn(error) ?? (detail === undefined ? undefined : JSON.stringify(detail));
}
