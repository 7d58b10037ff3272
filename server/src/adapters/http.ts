/** An HTTP client with the proxy and certificates of the editor or the environment. */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import * as tls from 'node:tls';
import { createGunzip } from 'node:zlib';
import type { buildConnector, Dispatcher } from 'undici';
import { secretsOfAddress } from '../core/language/text/redact';
import { proxyFor, type HttpSettings } from './http-settings';

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly newConnection?: boolean;
}

export interface HttpReply {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** From the request to the first byte of the response. */
  readonly milliseconds: number;
  /** Closes the connection without reading the body. */
  readonly discard: () => void;
}

export interface ConnectTimeouts {
  readonly connectMs: number;
  /** For https, after the server accepted the connection. A server that uses http on this port may just wait. */
  readonly handshakeMs: number;
}

const CONNECT_TIMEOUTS: ConnectTimeouts = { connectMs: 15_000, handshakeMs: 5000 };

/** The server accepted the connection but did not answer the TLS handshake. */
export const HANDSHAKE_TIMEOUT = 'TLS_HANDSHAKE_TIMEOUT';

/** Follows no redirects and does not retry. Network errors are thrown; http-errors.ts explains them. */
export class HttpClient {
  private readonly dispatchers = new Map<string, Promise<Dispatcher>>();
  private readonly connections = new Connections();
  private closed = false;

  constructor(
    private readonly settings: () => Promise<HttpSettings>,
    private readonly timeouts = CONNECT_TIMEOUTS,
  ) {}

  async send(
    { url, method, headers, body, newConnection = false }: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpReply> {
    const { request } = await import('./undici');
    const dispatcher = await this.dispatcherFor(url, !newConnection);
    signal.throwIfAborted();
    if (this.closed) throw new Error('The client was closed before the request was sent.');
    const began = performance.now();
    const reply = await request(url, {
      method,
      headers: { 'accept-encoding': 'gzip', ...headers },
      ...(body !== undefined && { body }),
      dispatcher,
      signal,
      // The caller limits the time with the signal.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const milliseconds = performance.now() - began;
    const entries = Object.entries(reply.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    const replyHeaders = Object.fromEntries(entries) as Record<string, string>;
    return {
      status: reply.statusCode,
      headers: replyHeaders,
      milliseconds,
      body: replyHeaders['content-encoding'] === 'gzip' ? gunzipBody(reply.body) : reply.body,
      discard: () => {
        // Destroying an unread body emits an error, which is ignored.
        reply.body.on('error', () => undefined).destroy();
      },
    };
  }

  /** Secrets of the proxies, to redact from messages. */
  async secrets(): Promise<readonly string[]> {
    const { httpProxy = '', httpsProxy = '', proxyAuthorization = '' } = await this.settings();
    const proxies = [httpProxy, httpsProxy].map((proxy) =>
      /^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`,
    );
    return [
      ...proxies.filter((proxy) => URL.canParse(proxy)).flatMap((proxy) => secretsOfAddress(new URL(proxy))),
      proxyAuthorization,
      proxyAuthorization.replace(/^\S+\s+/, ''),
    ];
  }

  async close(): Promise<void> {
    this.closed = true;
    const all = [...this.dispatchers.values()];
    this.dispatchers.clear();
    await Promise.all(all.map(async (dispatcher) => (await dispatcher).destroy()));
    this.connections.close();
  }

  private async dispatcherFor(url: URL, keepAlive: boolean): Promise<Dispatcher> {
    const settings = await this.settings();
    const proxy = proxyFor(settings, url);
    const key = fingerprint([
      proxy,
      settings.proxyAuthorization,
      settings.strictSsl,
      settings.systemCertificates,
      keepAlive,
    ]);
    const dispatcher =
      this.dispatchers.get(key) ??
      makeDispatcher(proxy, settings, keepAlive, this.connections, this.timeouts);
    this.dispatchers.set(key, dispatcher);
    return dispatcher;
  }
}

/** Secrets must not be keys of a map. */
function fingerprint(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

/** A dispatcher that is destroyed while connecting loses the socket, which would keep the process running. */
class Connections {
  private readonly open = new Set<Socket>();

  tracked(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) =>
      connect(options, (...result) => {
        const [, socket] = result;
        if (socket) this.open.add(socket.once('close', () => this.open.delete(socket)));
        callback(...result);
      });
  }

  close(): void {
    for (const socket of this.open) socket.destroy();
  }
}

async function makeDispatcher(
  proxy: string | undefined,
  settings: HttpSettings,
  keepAlive: boolean,
  connections: Connections,
  { connectMs, handshakeMs }: ConnectTimeouts,
): Promise<Dispatcher> {
  const { Agent, buildConnector, ProxyAgent } = await import('./undici');
  const { strictSsl, systemCertificates, proxyAuthorization } = settings;
  const connect = {
    rejectUnauthorized: strictSsl,
    timeout: connectMs,
    ...(systemCertificates && { ca: trustedCertificates() }),
  };
  // Without pipelining a connection is closed after its response.
  const options = keepAlive ? {} : { pipelining: 0 };
  if (proxy === undefined) {
    const connector = inTwoSteps(
      buildConnector(connect),
      buildConnector({ ...connect, timeout: handshakeMs }),
    );
    return new Agent({ ...options, connect: connections.tracked(connector) });
  }
  return new ProxyAgent({
    ...options,
    uri: proxy,
    ...(proxyAuthorization !== undefined && { token: proxyAuthorization }),
    requestTls: connect,
    proxyTls: connect,
    // Many proxies allow tunnels only to port 443.
    proxyTunnel: false,
  });
}

/** Connects first and then secures the connection, so that a server that does not use https is recognized soon. */
function inTwoSteps(
  connect: buildConnector.connector,
  secure: buildConnector.connector,
): buildConnector.connector {
  return (options, callback) => {
    if (options.protocol !== 'https:') {
      connect(options, callback);
      return;
    }
    connect({ ...options, protocol: 'http:', port: options.port || '443' }, (...connected) => {
      const [, socket] = connected;
      if (!socket) callback(...connected);
      else
        secure({ ...options, httpSocket: socket }, (...secured) => {
          const [error] = secured;
          if (error === null || !('code' in error) || error.code !== 'UND_ERR_CONNECT_TIMEOUT')
            callback(...secured);
          else callback(Object.assign(new Error('TLS handshake timeout'), { code: HANDSHAKE_TIMEOUT }), null);
        });
    });
  };
}

/** The certificates of the system, which only newer versions of Node provide; `undefined` means those of Node itself. */
function trustedCertificates(): string[] | undefined {
  const { getCACertificates } = tls as {
    readonly getCACertificates?: (kind: 'default' | 'system') => string[];
  };
  return getCACertificates && [...getCACertificates('default'), ...getCACertificates('system')];
}

async function* gunzipBody(body: Readable): AsyncIterable<Uint8Array> {
  const plain = body.pipe(createGunzip());
  body.on('error', (error) => plain.destroy(error));
  try {
    yield* plain as AsyncIterable<Uint8Array>;
  } finally {
    // If the reader stops, the compressed body is not needed either.
    body.destroy();
  }
}
