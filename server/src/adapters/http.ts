/** HTTP as the user has set it up: through the proxy and with the certificates of the editor or the environment. */
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
  /** Whether it must not go over a connection that was kept open. */
  readonly anew?: boolean;
}

export interface HttpReply {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** From the request to the first of the reply. */
  readonly milliseconds: number;
  /** Ends the connection, where the body is not wanted. */
  readonly discard: () => void;
}

const CONNECT_TIMEOUT_MS = 15_000;

/** Follows no redirect and sends nothing twice. Faults of the network are thrown: http-faults.ts has words for them. */
export class HttpClient {
  private readonly dispatchers = new Map<string, Promise<Dispatcher>>();
  private readonly connections = new Connections();
  private closed = false;

  constructor(private readonly settings: () => Promise<HttpSettings>) {}

  async send(
    { url, method, headers, body, anew = false }: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpReply> {
    const { request } = await import('./undici');
    const dispatcher = await this.dispatcherFor(url, !anew);
    signal.throwIfAborted();
    if (this.closed) throw new Error('The client was closed before the request was sent.');
    const began = performance.now();
    const reply = await request(url, {
      method,
      headers: { 'accept-encoding': 'gzip', ...headers },
      ...(body !== undefined && { body }),
      dispatcher,
      signal,
      // Whoever asks has a time limit, which the signal keeps.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const milliseconds = performance.now() - began;
    const read = Object.entries(reply.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    const replied = Object.fromEntries(read) as Record<string, string>;
    return {
      status: reply.statusCode,
      headers: replied,
      milliseconds,
      body: replied['content-encoding'] === 'gzip' ? unzipped(reply.body) : reply.body,
      discard: () => {
        // Destroying a body that nobody reads is an error that nobody needs to hear of.
        reply.body.on('error', () => undefined).destroy();
      },
    };
  }

  /** Of its proxies: what must be in no message. */
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

  private async dispatcherFor(url: URL, keepsOpen: boolean): Promise<Dispatcher> {
    const settings = await this.settings();
    const proxy = proxyFor(settings, url);
    const key = fingerprint([
      proxy,
      settings.proxyAuthorization,
      settings.strictSsl,
      settings.systemCertificates,
      keepsOpen,
    ]);
    const made = this.dispatchers.get(key) ?? makeDispatcher(proxy, settings, keepsOpen, this.connections);
    this.dispatchers.set(key, made);
    return made;
  }
}

/** Secrets are not kept as the keys of a map. */
function fingerprint(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

/** A dispatcher that is destroyed while it connects forgets the connection, which would keep the process running. */
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
  keepsOpen: boolean,
  connections: Connections,
): Promise<Dispatcher> {
  const { Agent, buildConnector, ProxyAgent } = await import('./undici');
  const { strictSsl, systemCertificates, proxyAuthorization } = settings;
  const connect = {
    rejectUnauthorized: strictSsl,
    timeout: CONNECT_TIMEOUT_MS,
    ...(systemCertificates && { ca: trusted() }),
  };
  // Without pipelining a connection ends with its reply.
  const ways = keepsOpen ? {} : { pipelining: 0 };
  if (proxy === undefined)
    return new Agent({ ...ways, connect: connections.tracked(buildConnector(connect)) });
  return new ProxyAgent({
    ...ways,
    uri: proxy,
    ...(proxyAuthorization !== undefined && { token: proxyAuthorization }),
    requestTls: connect,
    proxyTls: connect,
    // Many proxies let tunnels through to port 443 only.
    proxyTunnel: false,
  });
}

/** Those of the computer, which only newer versions of Node can tell; `undefined` stands for those of Node itself. */
function trusted(): string[] | undefined {
  const { getCACertificates } = tls as {
    readonly getCACertificates?: (kind: 'default' | 'system') => string[];
  };
  return getCACertificates && [...getCACertificates('default'), ...getCACertificates('system')];
}

async function* unzipped(body: Readable): AsyncIterable<Uint8Array> {
  const plain = body.pipe(createGunzip());
  body.on('error', (error) => plain.destroy(error));
  try {
    yield* plain as AsyncIterable<Uint8Array>;
  } finally {
    // Whoever stops reading wants no more of what is still packed either.
    body.destroy();
  }
}
