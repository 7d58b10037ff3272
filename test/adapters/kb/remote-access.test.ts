/** Authentication at an endpoint, proxies and certificates. */
import { createServer, request as httpRequest, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { httpSettingsOf, proxyFor } from '../../../server/src/adapters/http-settings';
import type { Execution, KnowledgeBase } from '../../../server/src/core/kb/knowledge-base';
import { makeCertificate } from './certificate';
import { closeLater, endpoint, open } from './closing';
import { answers, oneRow, refuses, type Behaviour } from './endpoint';

function run(kb: KnowledgeBase): Promise<Execution> {
  const limits = { timeoutMs: 20_000, maxRows: 100 };
  return kb.execute('SELECT ?x WHERE { ?x ?p ?o }', limits, new AbortController().signal);
}

function messageOf(execution: Execution): string {
  return execution.status === 'answered' ? '' : execution.message;
}

/** Accepts requests with the right header. */
function guarded(header: string, value: string): Behaviour {
  return (response, asked) =>
    (asked.headers[header] === value
      ? answers(oneRow)
      : refuses(401, 'Who are you?', { 'www-authenticate': 'Basic realm="test"' }))(response, asked);
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

describe('An endpoint with authentication', () => {
  it('gets user and password, requested once for its address', async () => {
    const { address, requests } = await endpoint(guarded('authorization', basic('me', 'sesame ä')));
    const wanted: unknown[] = [];
    const kb = open(
      { endpoint: `${address}?key=hidden`, auth: 'basic', user: 'me' },
      {
        secretOf: (...about) => {
          wanted.push(about);
          return Promise.resolve('sesame ä');
        },
      },
    );
    expect((await run(kb)).status).toBe('answered');
    expect((await run(kb)).status).toBe('answered');
    expect(wanted).toEqual([[address, 'password', false]]);
    expect(requests).toHaveLength(2);
  });

  it('gets a token, and headers both open and secret', async () => {
    const { address, requests } = await endpoint(answers(oneRow));
    const kb = open(
      { endpoint: address, auth: 'bearer', headers: { 'X-Open': 'o' }, secretHeaders: ['X-Secret'] },
      { secretOf: (_, what) => Promise.resolve(`the ${what}`) },
    );
    await run(kb);
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer the token',
      'x-open': 'o',
      'x-secret': 'the X-Secret',
    });
  });

  it('gets the password of its address, which is shown nowhere', async () => {
    const { address, port } = await endpoint(guarded('authorization', basic('me', 'p@ss')));
    const named = address.replace('http://', 'http://me:p%40ss@');
    expect((await run(open({ endpoint: named }))).status).toBe('answered');
    const wrong = messageOf(await run(open({ endpoint: named.replace('p%40ss', 'other') })));
    expect(wrong).toContain(`http://127.0.0.1:${port}/sparql rejects the password of me`);
    expect(wrong).not.toContain('other');
  });

  it('is queried again with another password after a rejection, once', async () => {
    const { address, requests } = await endpoint(guarded('authorization', basic('me', 'right')));
    const kb = open(
      { endpoint: address, user: 'me' },
      { secretOf: (_, __, rejected) => Promise.resolve(rejected ? 'right' : 'wrong') },
    );
    expect((await run(kb)).status).toBe('answered');
    expect(requests).toHaveLength(2);
    const stubborn = open({ endpoint: address, user: 'me' }, { secretOf: () => Promise.resolve('wrong') });
    expect(messageOf(await run(stubborn))).toMatch(/rejects the password of me\..*It says: Who are you\?$/);
  });

  it('is not contacted without the password', async () => {
    const { address, requests } = await endpoint(answers(oneRow));
    expect(messageOf(await run(open({ endpoint: address, auth: 'bearer' })))).toContain(
      'There is no token for it.',
    );
    expect(messageOf(await run(open({ endpoint: address, auth: 'basic' })))).toContain(
      'Set "user" for the password',
    );
    expect(requests).toEqual([]);
  });

  it('distinguishes a missing permission from a wrong password', async () => {
    const { address } = await endpoint(refuses(403));
    const kb = open({ endpoint: address, user: 'me' }, { secretOf: () => Promise.resolve('p') });
    expect(messageOf(await run(kb))).toContain('accepts the password of me, but does not allow this');
  });
});

/** A proxy that resolves every host name to this computer, like a company proxy with internal hosts. */
async function startProxy(): Promise<{
  readonly address: string;
  readonly seen: string[];
  readonly close: () => Promise<void>;
}> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '');
    seen.push(`${request.method ?? ''} ${url.host} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    const passed = { port: url.port, path: url.pathname, method: request.method, headers: request.headers };
    const onward = httpRequest(passed, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    request.pipe(onward);
  });
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url ?? ''}`);
    const onward = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  closeLater(proxy);
  return proxy;
}

describe('The proxy of the editor', () => {
  it('forwards requests with the configured authorization', async () => {
    const { port, requests } = await endpoint(answers(oneRow));
    const { address: proxy, seen } = await startProxy();
    const http = { proxy, proxyAuthorization: 'Basic abc' };
    const kb = open({ endpoint: `http://kb.example:${port}/sparql` }, { http });
    expect((await run(kb)).status).toBe('answered');
    expect(seen).toEqual([`POST kb.example:${port} Basic abc`]);
    expect(requests[0]?.headers).toMatchObject({ host: `kb.example:${port}` });
  });

  it('is named if it cannot be reached', async () => {
    const { address, close } = await startProxy();
    await close();
    const kb = open({ endpoint: 'http://kb.example/sparql' }, { http: { proxy: address } });
    expect(messageOf(await run(kb))).toContain(`used the proxy ${address.slice('http://'.length)}`);
  });

  it('is not used for loopback addresses and for excluded hosts', () => {
    const through = (address: string, editor: unknown, environment = {}): string | undefined =>
      proxyFor(httpSettingsOf(editor, environment), new URL(address));
    const proxy = 'http://proxy:3128';
    expect(through('http://a.example/', { proxy })).toBe(proxy);
    expect(through('https://a.example/', { proxy })).toBe(proxy);
    expect(through('http://localhost:8890/', { proxy })).toBeUndefined();
    expect(through('http://a.example/', { proxy, noProxy: ['example'] })).toBeUndefined();
    expect(through('http://a.example/', { proxy, noProxy: ['b.example'] })).toBe(proxy);
    expect(through('http://a.example/', { proxy, proxySupport: 'off' })).toBeUndefined();
    expect(through('http://a.example/', {}, { http_proxy: 'proxy:3128' })).toBe(proxy);
    expect(through('https://a.example/', {}, { HTTP_PROXY: proxy })).toBeUndefined();
    expect(
      through('https://a.example/', {}, { HTTPS_PROXY: proxy, NO_PROXY: 'x, .example' }),
    ).toBeUndefined();
    expect(through('https://a.example:444/', {}, { HTTPS_PROXY: proxy, NO_PROXY: 'a.example:443' })).toBe(
      proxy,
    );
  });
});

describe('A self-signed certificate', () => {
  const made = makeCertificate();

  it.skipIf(!made)('is not trusted, unless the editor says that it need not be', async () => {
    const { address } = await endpoint(answers(oneRow), made);
    expect(messageOf(await run(open({ endpoint: address })))).toMatch(
      /^The certificate of 127\.0\.0\.1:\d+ is not trusted .*NODE_EXTRA_CA_CERTS/,
    );
    const lenient = open({ endpoint: address }, { http: { proxyStrictSSL: false } });
    expect((await run(lenient)).status).toBe('answered');
  });

  it.skipIf(!made)('is judged behind a proxy too', async () => {
    const { port } = await endpoint(answers(oneRow), made);
    const { address: proxy, seen } = await startProxy();
    const config = { endpoint: `https://kb.example:${port}/sparql` };
    expect(messageOf(await run(open(config, { http: { proxy } })))).toContain('is not trusted');
    const lenient = open(config, { http: { proxy, proxyStrictSSL: false } });
    expect((await run(lenient)).status).toBe('answered');
    expect(seen[0]).toBe(`CONNECT kb.example:${port}`);
  });
});
