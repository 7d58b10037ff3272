/** A test endpoint: an HTTP server with scripted behaviour that records its requests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { httpSettingsOf } from '../../../server/src/adapters/http-settings';
import { RemoteKb, type RemoteOptions } from '../../../server/src/adapters/kb/remote';
import type { EndpointConfig } from '../../../server/src/core/kb/kb-config';
import type { KnowledgeBase } from '../../../server/src/core/kb/knowledge-base';

export interface EndpointRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** The fields of the form, or of the address. */
  readonly form: URLSearchParams;
}

export type Behaviour = (response: ServerResponse, asked: EndpointRequest) => void;

export interface Endpoint {
  readonly address: string;
  readonly port: number;
  readonly requests: readonly EndpointRequest[];
  /** The number of connections. */
  readonly connections: () => number;
  /** Resolves when the next connection is closed. */
  readonly nextDisconnect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startEndpoint(
  behave: Behaviour,
  secure?: { readonly key: string; readonly cert: string },
): Promise<Endpoint> {
  const requests: EndpointRequest[] = [];
  const sockets = new Set<Socket>();
  let count = 0;
  let gone: () => void = () => undefined;
  const hear = (request: IncomingMessage, response: ServerResponse): void => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = {
        method,
        url,
        headers,
        form: new URLSearchParams(method === 'POST' ? body : (url.split('?')[1] ?? '')),
      };
      requests.push(one);
      behave(response, one);
    });
  };
  const server: Server = secure ? createTlsServer(secure, hear) : createServer(hear);
  server.on('connection', (socket: Socket) => {
    count++;
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      gone();
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `${secure ? 'https' : 'http'}://127.0.0.1:${port}/sparql`,
    port,
    requests,
    connections: () => count,
    nextDisconnect: () => new Promise((resolve) => (gone = resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export const JSON_RESULTS = 'application/sparql-results+json';

/** Standard results with one row and one value. */
export const oneRow = JSON.stringify({
  head: { vars: ['x'] },
  results: { bindings: [{ x: { type: 'uri', value: 'http://example.org/a' } }] },
});

export function answers(text: string, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': JSON_RESULTS, ...headers }).end(text);
  };
}

export function refuses(
  status: number,
  text = '',
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text);
  };
}

export type Surroundings = Partial<Pick<RemoteOptions, 'secretOf'>> & {
  /** The editor's settings under `http`. */
  readonly http?: unknown;
};

/** A KB whose engine is not detected unless the config requests it. */
export function remote(config: EndpointConfig, surroundings: Surroundings = {}): KnowledgeBase {
  return new RemoteKb({
    name: 'Test',
    config: { engine: 'other', ...config },
    secretOf: surroundings.secretOf ?? (() => Promise.resolve(undefined)),
    http: () => Promise.resolve(httpSettingsOf(surroundings.http, {})),
  });
}
