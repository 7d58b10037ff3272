/** Secrets of a KB are not sent over plain HTTP to another machine, where others could read them. */
import { describe, expect, it } from 'vitest';
import { answers, oneRow, refuses, type Endpoint } from '../../adapters/kb/endpoint';
import { endpoint, open } from '../../adapters/kb/closing';
import { makeCertificate } from '../../adapters/kb/certificate';
import { funfusic, type Outcome } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';
import { KB_TEST_REQUEST, SECRET_REQUEST, type TestResult } from '../../../server/src/protocol/index';
import { TestClient } from '../../lsp/client';

const QUERY = 'SELECT ?x WHERE { ?x ?p ?o }\n';
const REMOTE = 'http://kb.example/sparql';
const ENV = {
  FUNFUSIC_PROD_PASSWORD: 'opensesame',
  FUNFUSIC_PROD_TOKEN: 'opensesame',
  FUNFUSIC_PROD_X_SECRET: 'opensesame',
  FUNFUSIC_PROD_ADDRESS: 'http://kb.example',
};

/** A proxy that answers for every host and records the requests. */
const startProxy = (): Promise<Endpoint> => endpoint(answers(oneRow));
const proxyEnvironment = ({ port }: Endpoint): Record<string, string> => {
  const address = `http://127.0.0.1:${port}`;
  return { HTTP_PROXY: address, http_proxy: address, NO_PROXY: '', no_proxy: '' };
};

/** Runs a query in a folder whose settings have one KB, `prod`. */
function runOn(config: object, proxy: Endpoint): Promise<Outcome> {
  const cwd = temporaryFolder({
    'all.rq': QUERY,
    '.vscode/settings.json': JSON.stringify({
      'funfusic.knowledgeBases': { prod: { engine: 'other', ...config } },
    }),
  });
  return funfusic(['run', '--kb', 'prod', '--trust-folder', 'all.rq'], {
    cwd,
    env: { ...ENV, ...proxyEnvironment(proxy) },
  });
}

describe('KB at a plain HTTP address', () => {
  it.each([
    ['a password', { endpoint: REMOTE, auth: 'basic', user: 'ada' }, 'the password of ada'],
    ['a token', { endpoint: REMOTE, auth: 'bearer' }, 'the token'],
    ['a secret header', { endpoint: REMOTE, secretHeaders: ['X-Secret'] }, 'the header X-Secret'],
    [
      'an authorization header of the settings',
      { endpoint: REMOTE, headers: { Authorization: 'Bearer opensesame' } },
      'the header Authorization',
    ],
    [
      'a password in the address',
      { endpoint: 'http://ada:opensesame@kb.example/sparql' },
      'the password of ada',
    ],
  ])('run does not send %s over plain HTTP', async (_, config, secret) => {
    const proxy = await startProxy();
    const { code, stderr } = await runOn(config, proxy);
    expect(proxy.requests).toEqual([]);
    expect(stderr).toContain(secret);
    expect(stderr).toContain('allowInsecureAuth');
    expect(stderr).not.toContain('opensesame');
    expect(code).toBe(2);
  });

  it('run does not send the password in a --kb address over plain HTTP', async () => {
    const proxy = await startProxy();
    const { code, stderr } = await funfusic(['run', '--kb', 'http://ada:opensesame@kb.example/sparql', '-'], {
      stdin: QUERY,
      env: proxyEnvironment(proxy),
    });
    expect(proxy.requests).toEqual([]);
    expect(stderr).toContain('allowInsecureAuth');
    expect(code).toBe(2);
  });

  it('run sends a token over plain HTTP when allowInsecureAuth is set', async () => {
    const proxy = await startProxy();
    const config = { endpoint: REMOTE, auth: 'bearer', allowInsecureAuth: true };
    const { code, stderr } = await runOn(config, proxy);
    expect([stderr.includes('allowInsecureAuth'), code]).toEqual([false, 0]);
    expect(proxy.requests[0]?.headers.authorization).toBe('Bearer opensesame');
  });

  it('run uses plain HTTP when a KB has no secrets', async () => {
    const proxy = await startProxy();
    expect((await runOn({ endpoint: REMOTE, headers: { 'X-Open': 'o' } }, proxy)).code).toBe(0);
    expect(proxy.requests.length).toBeGreaterThan(0);
  });

  it('the language server neither asks for a password nor sends it over plain HTTP', async () => {
    const proxy = await startProxy();
    const client = await TestClient.start({
      settings: { knowledgeBases: { prod: { endpoint: REMOTE, auth: 'basic', user: 'ada' } } },
      env: proxyEnvironment(proxy),
    });
    try {
      let passwordRequests = 0;
      client.connection.onRequest(SECRET_REQUEST, () => {
        passwordRequests++;
        return 'opensesame';
      });
      const { works, lines } = await client.request<TestResult>(KB_TEST_REQUEST, { kb: 'prod' });
      expect([works, passwordRequests, proxy.requests.length]).toEqual([false, 0, 0]);
      expect(lines.join(' ')).toContain('"allowInsecureAuth": true');
    } finally {
      await client.stop();
    }
  });
});

describe('update endpoint at a plain HTTP address', () => {
  it('an update does not send the token of an HTTPS endpoint over plain HTTP', async () => {
    const { requests, port } = await endpoint(answers(''));
    const kb = open(
      {
        endpoint: 'https://kb.example/sparql',
        updateEndpoint: 'http://kb.example/update',
        auth: 'bearer',
        writable: true,
      },
      { http: { proxy: `http://127.0.0.1:${port}` }, secretOf: () => Promise.resolve('opensesame') },
    );
    const execution = await kb.execute(
      'INSERT DATA { <http://e/a> <http://e/b> <http://e/c> }',
      { timeoutMs: 20_000, maxRows: 10 },
      new AbortController().signal,
    );
    expect(execution).toMatchObject({
      status: 'unreachable',
      message: expect.stringContaining('https') as string,
    });
    expect(requests).toEqual([]);
  });
});

describe('redirect from HTTPS to HTTP', () => {
  const certificate = makeCertificate();

  it.skipIf(!certificate).each([
    ['a password', { auth: 'basic' as const, user: 'ada' }],
    ['a token', { auth: 'bearer' as const }],
    ['a secret header', { secretHeaders: ['X-Secret'] }],
  ])('a redirect from HTTPS to HTTP on the same host drops %s', async (_, config) => {
    const plain = await endpoint(answers(oneRow));
    const secure = await endpoint(refuses(307, '', { location: plain.address }), certificate);
    const kb = open(
      { endpoint: secure.address, ...config },
      { http: { proxyStrictSSL: false }, secretOf: () => Promise.resolve('opensesame') },
    );
    await kb.execute(QUERY, { timeoutMs: 20_000, maxRows: 10 }, new AbortController().signal);
    expect(JSON.stringify(secure.requests[0]?.headers)).toMatch(/opensesame|Basic /);
    expect(plain.requests).toHaveLength(1);
    expect(plain.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(plain.requests[0]?.headers).not.toHaveProperty('x-secret');
  });
});
