/** Secrets of a KB are not sent over plain http to another machine: whoever carries the request could read them. */
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

/** A proxy that answers in the place of every host, and so reads what is sent to them. */
const startListener = (): Promise<Endpoint> => endpoint(answers(oneRow));
const through = ({ port }: Endpoint): Record<string, string> => {
  const proxy = `http://127.0.0.1:${port}`;
  return { HTTP_PROXY: proxy, http_proxy: proxy, NO_PROXY: '', no_proxy: '' };
};

/** Runs a query with the settings of a folder that has one KB, `prod`. */
function runOn(config: object, listener: Endpoint): Promise<Outcome> {
  const cwd = temporaryFolder({
    'all.rq': QUERY,
    '.vscode/settings.json': JSON.stringify({
      'funfusic.knowledgeBases': { prod: { engine: 'other', ...config } },
    }),
  });
  return funfusic(['run', '--kb', 'prod', '--trust-folder', 'all.rq'], {
    cwd,
    env: { ...ENV, ...through(listener) },
  });
}

describe('A KB at an http address of another machine', () => {
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
  ])('does not get %s', async (_, config, what) => {
    const listener = await startListener();
    const { code, stderr } = await runOn(config, listener);
    expect(listener.asked).toEqual([]);
    expect(stderr).toContain(what);
    expect(stderr).toContain('allowInsecureAuth');
    expect(stderr).not.toContain('opensesame');
    expect(code).toBe(2);
  });

  it('does not get the password of an address that is typed', async () => {
    const listener = await startListener();
    const { code, stderr } = await funfusic(['run', '--kb', 'http://ada:opensesame@kb.example/sparql', '-'], {
      stdin: QUERY,
      env: through(listener),
    });
    expect(listener.asked).toEqual([]);
    expect(stderr).toContain('allowInsecureAuth');
    expect(code).toBe(2);
  });

  it('gets it where its settings allow that', async () => {
    const listener = await startListener();
    const config = { endpoint: REMOTE, auth: 'bearer', allowInsecureAuth: true };
    const { code, stderr } = await runOn(config, listener);
    expect([stderr.includes('allowInsecureAuth'), code]).toEqual([false, 0]);
    expect(listener.asked[0]?.headers.authorization).toBe('Bearer opensesame');
  });

  it('is asked as before where nothing secret is sent', async () => {
    const listener = await startListener();
    expect((await runOn({ endpoint: REMOTE, headers: { 'X-Open': 'o' } }, listener)).code).toBe(0);
    expect(listener.asked.length).toBeGreaterThan(0);
  });

  it('is not asked by the language server either, and the user is not asked for the password', async () => {
    const listener = await startListener();
    const client = await TestClient.start({
      settings: { knowledgeBases: { prod: { endpoint: REMOTE, auth: 'basic', user: 'ada' } } },
      env: through(listener),
    });
    try {
      let wanted = 0;
      client.connection.onRequest(SECRET_REQUEST, () => {
        wanted++;
        return 'opensesame';
      });
      const { works, lines } = await client.request<TestResult>(KB_TEST_REQUEST, { kb: 'prod' });
      expect([works, wanted, listener.asked.length]).toEqual([false, 0, 0]);
      expect(lines.join(' ')).toContain('"allowInsecureAuth": true');
    } finally {
      await client.stop();
    }
  });
});

describe('An update endpoint at an http address of another machine', () => {
  it('does not get the password that the queries are sent with over https', async () => {
    const { asked, port } = await endpoint(answers(''));
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
    expect(asked).toEqual([]);
  });
});

describe('A redirect from https to http', () => {
  const certificate = makeCertificate();

  it.skipIf(!certificate).each([
    ['a password', { auth: 'basic' as const, user: 'ada' }],
    ['a token', { auth: 'bearer' as const }],
    ['a secret header', { secretHeaders: ['X-Secret'] }],
  ])('does not carry %s, on the same host neither', async (_, config) => {
    const plain = await endpoint(answers(oneRow));
    const secure = await endpoint(refuses(307, '', { location: plain.address }), certificate);
    const kb = open(
      { endpoint: secure.address, ...config },
      { http: { proxyStrictSSL: false }, secretOf: () => Promise.resolve('opensesame') },
    );
    await kb.execute(QUERY, { timeoutMs: 20_000, maxRows: 10 }, new AbortController().signal);
    expect(JSON.stringify(secure.asked[0]?.headers)).toMatch(/opensesame|Basic /);
    expect(plain.asked).toHaveLength(1);
    expect(plain.asked[0]?.headers).not.toHaveProperty('authorization');
    expect(plain.asked[0]?.headers).not.toHaveProperty('x-secret');
  });
});
