/** The part of undici that the HTTP client uses, with `fetch`. The browser chooses the proxy and the certificates itself. */

interface RequestOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Headers that only the browser may set. */
const BROWSER_HEADERS = /^(?:user-agent|accept-encoding)$/i;
/** Headers that a request to any server may have. */
const PUBLIC_HEADERS = /^(?:accept|content-type)$/i;

async function request(
  url: URL,
  { method, headers, body, signal }: RequestOptions,
): Promise<{
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReplyBody;
}> {
  const sent = Object.entries(headers).filter(([name]) => !BROWSER_HEADERS.test(name));
  const isPublic = sent.every(([name]) => PUBLIC_HEADERS.test(name));
  const reply = await fetch(url, {
    method,
    headers: sent.map(([name, value]): [string, string] => [name, value]),
    ...(body !== undefined && { body }),
    credentials: 'omit',
    // A browser hides where a redirect leads, so a password could reach another server.
    redirect: isPublic ? 'follow' : 'error',
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(NOT_REACHED, { cause: error });
  });
  // The browser has unpacked the body.
  const received = [...reply.headers].filter(([name]) => name !== 'content-encoding');
  return {
    statusCode: reply.status,
    headers: Object.fromEntries(received),
    body: new ReplyBody(reply.body ?? undefined),
  };
}

type Bytes = NonNullable<Response['body']>;

class ReplyBody implements AsyncIterable<Uint8Array> {
  constructor(private readonly bytes: Bytes | undefined) {}

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const reader = this.bytes?.getReader();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      yield part.value as Uint8Array;
  }

  on(): this {
    return this;
  }

  destroy(): void {
    this.bytes?.cancel().catch(() => undefined);
  }
}

/** A browser gives no reason. */
const NOT_REACHED =
  'the browser could not reach it. The server must be running, allow requests from other web sites (CORS), and use https unless it is on this computer';

class Agent {
  destroy(): void {}
}

export const undici = { Agent, ProxyAgent: Agent, buildConnector: () => undefined, request };
