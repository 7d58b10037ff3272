/** `fetch` for the client of a chat API: by our own way to the network, and with nothing in its headers that we did not put there. */
import { ReadableStream } from 'node:stream/web';
import type { HttpClient, HttpReply } from '../http';
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

interface FetchOptions {
  readonly http: HttpClient;
  /** Beside those of the API itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long the reply may still take. */
  readonly remainingMs: () => number;
  /** Aborted when the time is up. The client would begin its next try nevertheless. */
  readonly ended: AbortSignal;
}

export interface ModelFetch {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** What was wrong with the network when it was last asked. */
  readonly fault: () => unknown;
}

/** Those of the API. The client has others, which tell about this computer, or come from variables that are meant for OpenAI. */
const OURS = ['accept', 'content-type', 'authorization', 'api-key'];

/** The client retries unless told otherwise. */
const NOT_AGAIN = { 'x-should-retry': 'false' };

export function modelFetch({ http, headers, remainingMs, ended }: FetchOptions): ModelFetch {
  let fault: unknown;
  /** Whoever reads the body may hide the error. */
  async function* noting(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
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
      const given = new Headers(init.headers);
      const own = OURS.flatMap((name) => [[name, given.get(name)]]).filter(([, value]) => value !== null);
      const signal = init.signal ?? new AbortController().signal;
      fault = undefined;
      let reply: HttpReply;
      try {
        reply = await http.send(
          {
            url: new URL(url instanceof Request ? url.url : url),
            method: init.method === 'POST' ? 'POST' : 'GET',
            headers: {
              'user-agent': 'FUn-FuSIC',
              ...headers,
              ...(Object.fromEntries(own) as Record<string, string>),
            },
            ...(typeof init.body === 'string' && { body: init.body }),
          },
          signal,
        );
      } catch (error) {
        fault = error;
        // A connection that broke may hold the next time; a name or a port that is wrong stays wrong.
        if (signal.aborted || isReset(error)) throw error;
        return new Response(null, { status: 599, headers: NOT_AGAIN });
      }
      if (reply.status !== 200) return refusal(reply, remainingMs());
      const isJson = /^application\/json\b/.test(reply.headers['content-type'] ?? '');
      const isStream = wantsStream(init.body);
      const limits = {
        maxBytes: isStream && !isJson ? MAX_MODEL_REPLY_BYTES : MAX_MODEL_PIECE_BYTES,
        maxEvent: isStream && !isJson ? MAX_MODEL_EVENT_BYTES : MAX_MODEL_PIECE_BYTES,
      };
      const body = noting(limitedStream(reply.body, limits));
      if (!isJson || !isStream)
        return new Response(ReadableStream.from(body), {
          headers: { 'content-type': reply.headers['content-type'] ?? '' },
        });
      try {
        return streamed(await textOf(body, Infinity));
      } catch (error) {
        // The client would ask again for a reply that is too large.
        if (error instanceof ReplyTooLarge) return new Response(null, { status: 599, headers: NOT_AGAIN });
        throw error;
      }
    },
  };
}

async function refusal(reply: HttpReply, remainingMs: number): Promise<Response> {
  const text = await textOf(reply.body, MAX_ERROR_BYTES);
  reply.discard();
  const { 'retry-after': after = '', 'retry-after-ms': afterMs = '', location = '' } = reply.headers;
  const inVain = waitOf(after, afterMs) > remainingMs || /insufficient_quota/.test(text);
  const headers = {
    'content-type': reply.headers['content-type'] ?? '',
    ...(after && { 'retry-after': after }),
    ...(afterMs && { 'retry-after-ms': afterMs }),
    ...(location && { location }),
    ...(inVain && NOT_AGAIN),
  };
  const { status } = reply;
  // A success of another kind than 200 has nothing for us.
  return new Response(text, {
    status: status >= 300 && status <= 599 && status !== 304 ? status : 502,
    headers,
  });
}

function waitOf(after: string, afterMs: string): number {
  const milliseconds = Number.parseFloat(afterMs);
  const seconds = Number.parseFloat(after);
  if (!Number.isNaN(milliseconds)) return milliseconds;
  return Number.isNaN(seconds) ? 0 : seconds * 1000;
}

function wantsStream(body: RequestInit['body']): boolean {
  return typeof body === 'string' && (JSON.parse(body) as { readonly stream?: unknown }).stream === true;
}

/** Some servers answer in one piece, whatever they were asked for. */
function streamed(text: string): Response {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    whole = undefined;
  }
  const data = JSON.stringify(asChunk(whole));
  return new Response(`data: ${data}\n\ndata: [DONE]\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
}

async function textOf(body: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
