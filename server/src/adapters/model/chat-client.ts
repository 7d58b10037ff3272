/** Creates the client of a chat API for one request, without environment variables and with our own HTTP client. */
import { performance } from 'node:perf_hooks';
import type { ServedModelConfig } from '../../core/model/model-config';
import type { HttpClient, HttpReply } from '../http';
import type { ChatAddress } from './chat-address';
import type { OpenAI } from './openai';
import { ReadableStream } from 'node:stream/web';
import { isReset } from '../http-errors';
import {
  limitedStream,
  MAX_ERROR_BYTES,
  MAX_MODEL_EVENT_BYTES,
  MAX_MODEL_PIECE_BYTES,
  MAX_MODEL_REPLY_BYTES,
  ReplyTooLarge,
} from '../reply-limits';
import { asChunk } from './chat-reply';
import { parseJson } from '../../core/language/text/json';

export interface ChatCall {
  readonly client: OpenAI;
  readonly network: ModelFetch;
  readonly key: string | undefined;
}

export const DEFAULT_RETRIES = 4;
/** The signal limits the time, not the client. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** `deadline` is a time of `performance.now()`; nothing is sent after `signal` is aborted. */
export async function chatCall(
  http: HttpClient,
  address: ChatAddress,
  config: ServedModelConfig,
  key: string | undefined,
  deadline: number,
  signal: AbortSignal,
): Promise<ChatCall> {
  const { OpenAI, AzureOpenAI } = await import('./openai');
  const network = modelFetch({
    http,
    headers: config.headers ?? {},
    remainingMs: () => deadline - performance.now(),
    ended: signal,
  });
  const common = {
    baseURL: address.base,
    // Required by the client, but not sent.
    apiKey: key ?? 'none',
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: config.retries ?? DEFAULT_RETRIES,
    timeout: NO_TIMEOUT_MS,
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

interface FetchOptions {
  readonly http: HttpClient;
  /** Additional headers from the settings. */
  readonly headers: Readonly<Record<string, string>>;
  /** The time that is left for the reply. */
  readonly remainingMs: () => number;
  /** Aborted when the time is up, because the client would still retry. */
  readonly ended: AbortSignal;
}

interface ModelFetch {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The network error of the last request, if any. */
  readonly fault: () => unknown;
}

/** Headers of the API. The client adds others, which describe this computer or come from OpenAI's environment variables. */
const API_HEADERS = ['accept', 'content-type', 'authorization', 'api-key'];

/** Prevents the client from retrying. */
const NO_RETRY = { 'x-should-retry': 'false' };

/** A `fetch` for the client of a chat API that uses our HTTP client and sends only known headers. */
function modelFetch({ http, headers, remainingMs, ended }: FetchOptions): ModelFetch {
  let fault: unknown;
  /** Remembers the error, because the reader of the body may hide it. */
  async function* rememberFault(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      if (error instanceof ReplyTooLarge) fault = error;
      throw error;
    }
  }
  return {
    fault: () => fault,
    fetch: async (url, init = {}) => {
      ended.throwIfAborted();
      const requested = new Headers(init.headers);
      const apiHeaders = API_HEADERS.flatMap((name) => [[name, requested.get(name)]]).filter(
        ([, value]) => value !== null,
      );
      const signal = init.signal ?? new AbortController().signal;
      fault = undefined;
      let reply: HttpReply;
      let begun: BegunReply | undefined;
      try {
        reply = await http.send(
          {
            url: new URL(url instanceof Request ? url.url : url),
            method: init.method === 'POST' ? 'POST' : 'GET',
            headers: {
              'user-agent': 'FUn-FuSIC',
              ...headers,
              ...(Object.fromEntries(apiHeaders) as Record<string, string>),
            },
            ...(typeof init.body === 'string' && { body: init.body }),
          },
          signal,
        );
        if (reply.status === 200) begun = await beginReply(reply.body);
      } catch (error) {
        fault = error;
        // A reset connection may work the next time; a wrong name or port will not.
        if (signal.aborted || isReset(error)) throw error;
        return new Response(null, { status: 599, headers: NO_RETRY });
      }
      if (!begun) return errorResponse(reply, remainingMs());
      const type = reply.headers['content-type'] ?? '';
      const isJson = begun.isObject || /^application\/json\b/.test(type);
      const isStream = wantsStream(init.body);
      const limits = {
        maxBytes: isStream && !isJson ? MAX_MODEL_REPLY_BYTES : MAX_MODEL_PIECE_BYTES,
        maxEvent: isStream && !isJson ? MAX_MODEL_EVENT_BYTES : MAX_MODEL_PIECE_BYTES,
      };
      const body = rememberFault(limitedStream(begun.body, limits));
      if (!isJson || !isStream)
        return new Response(ReadableStream.from(body), {
          headers: { 'content-type': isJson ? 'application/json' : type },
        });
      try {
        return asEventStream(await readText(body, Infinity));
      } catch (error) {
        // The client would retry after a reply that is too large.
        if (error instanceof ReplyTooLarge) return new Response(null, { status: 599, headers: NO_RETRY });
        throw error;
      }
    },
  };
}

interface BegunReply {
  /** Whether it starts as a JSON object, which no event stream does. Some servers send JSON as plain text. */
  readonly isObject: boolean;
  readonly body: AsyncIterable<Uint8Array>;
}

async function beginReply(body: AsyncIterable<Uint8Array>): Promise<BegunReply> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  async function* all(): AsyncIterable<Uint8Array> {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const start = first.done ? '' : Buffer.from(first.value).toString('utf8').trimStart();
  return { isObject: start.startsWith('{'), body: all() };
}

async function errorResponse(reply: HttpReply, remainingMs: number): Promise<Response> {
  const text = await readText(reply.body, MAX_ERROR_BYTES);
  reply.discard();
  const { 'retry-after': after = '', 'retry-after-ms': afterMs = '', location = '' } = reply.headers;
  const isFutile = retryDelayMs(after, afterMs) > remainingMs || /insufficient_quota/.test(text);
  const headers = {
    'content-type': reply.headers['content-type'] ?? '',
    ...(after && { 'retry-after': after }),
    ...(afterMs && { 'retry-after-ms': afterMs }),
    ...(location && { location }),
    ...(isFutile && NO_RETRY),
  };
  const { status } = reply;
  // Other success codes than 200 have no reply.
  return new Response(text, {
    status: status >= 300 && status <= 599 && status !== 304 ? status : 502,
    headers,
  });
}

function retryDelayMs(after: string, afterMs: string): number {
  const milliseconds = Number.parseFloat(afterMs);
  const seconds = Number.parseFloat(after);
  if (!Number.isNaN(milliseconds)) return milliseconds;
  return Number.isNaN(seconds) ? 0 : seconds * 1000;
}

function wantsStream(body: RequestInit['body']): boolean {
  return typeof body === 'string' && (JSON.parse(body) as { readonly stream?: unknown }).stream === true;
}

/** Some servers reply in one piece although a stream was requested. */
function asEventStream(text: string): Response {
  const whole = parseJson(text);
  // The client reports invalid JSON.
  const data = whole === undefined ? '{' : JSON.stringify(asChunk(whole));
  return new Response(`data: ${data}\n\ndata: [DONE]\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
}

async function readText(body: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
