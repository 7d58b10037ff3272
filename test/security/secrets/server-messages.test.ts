/** Servers that repeat secrets of a KB, a model or a proxy: our messages must not contain them. */
import { describe, expect, it } from 'vitest';
import { httpSettingsOf } from '../../../server/src/adapters/http-settings';
import { openModel } from '../../../server/src/compose/index';
import type { EndpointConfig } from '../../../server/src/core/kb/kb-config';
import { closeLater, endpoint, open } from '../../adapters/kb/closing';
import { ECHOING_SERVERS, answersEmpty } from './echoing-servers';
import { PlantedSecrets } from './planted-secrets';

const secrets = new PlantedSecrets();

const NEVER = new AbortController().signal;
const LIMITS = { timeoutMs: 20_000, maxRows: 10 };
const QUERY = 'SELECT ?x WHERE { ?x ?p ?o }';
const secretOf = (_: string, what: string): Promise<string> => Promise.resolve(secrets.secret(`the ${what}`));

describe.each(Object.keys(ECHOING_SERVERS))('server that responds with %s', (fault) => {
  const behave = ECHOING_SERVERS[fault] ?? answersEmpty;

  it.each<readonly [string, (address: string) => EndpointConfig]>([
    [
      'the address',
      (address) => ({
        endpoint: secrets.address(address, 'endpoint'),
      }),
    ],
    ['a password', (address) => ({ endpoint: address, auth: 'basic', user: 'ada' })],
    ['a token', (address) => ({ endpoint: address, auth: 'bearer' })],
    [
      'headers',
      (address) => ({
        endpoint: address,
        headers: { 'X-Api-Key': secrets.secret('header') },
        secretHeaders: ['X-Secret'],
      }),
    ],
    [
      'the address for updates',
      (address) => ({
        endpoint: address,
        updateEndpoint: secrets.address(address, 'update'),
        writable: true,
      }),
    ],
  ])('messages about a KB contain no secret of %s', async (_, configOf) => {
    const { address } = await endpoint(behave);
    const config = configOf(address);
    const reported = [
      await open(config, { secretOf }).execute(QUERY, LIMITS, NEVER),
      await open({ ...config, engine: 'virtuoso' }, { secretOf }).execute(QUERY, LIMITS, NEVER),
      await open({ ...config, engine: 'auto' }, { secretOf }).testConnection?.(20_000, NEVER),
      await open(config, { secretOf }).execute('INSERT DATA { <http://e/a> <http://e/b> 1 }', LIMITS, NEVER),
    ];
    expect(secrets.leaksIn(JSON.stringify(reported))).toEqual([]);
  });

  it('messages about a proxy contain no secrets', async () => {
    const { port, requests } = await endpoint(behave);
    const proxy = `http://ada:${secrets.encoded('proxy')}@127.0.0.1:${port}`;
    const proxies = [
      { proxy },
      { proxy: `http://127.0.0.1:${port}`, proxyAuthorization: `Bearer ${secrets.secret('authorization')}` },
    ];
    for (const http of proxies) {
      const kb = open({ endpoint: 'http://kb.example/sparql' }, { http });
      expect(secrets.leaksIn(JSON.stringify(await kb.execute(QUERY, LIMITS, NEVER)))).toEqual([]);
    }
    expect(JSON.stringify(requests.map(({ headers }) => headers))).toContain(secrets.secret('authorization'));
  });

  it('messages about a model contain no secrets', async () => {
    const { port } = await endpoint(behave);
    const model = openModel(
      'tests',
      {
        url: `http://127.0.0.1:${port}/v1?key=${secrets.encoded('model query')}`,
        headers: { 'X-Api-Key': secrets.secret('model header') },
        key: true,
        retries: 0,
      },
      {
        keyOf: () => Promise.resolve(secrets.secret('model key')),
        keyAdvice: () => 'Set it.',
        editorHttp: () => Promise.resolve({}),
      },
    );
    if ('problem' in model) throw new Error(model.problem);
    closeLater({ close: async () => model.close?.() });
    const request = { purpose: 'test', messages: [{ role: 'user' as const, content: 'Hello' }] };
    const parts: string[] = [];
    const completion = await model.complete(request, (part) => parts.push(part), NEVER);
    expect(secrets.leaksIn(JSON.stringify([model.name, model.where, completion]))).toEqual([]);
    expect(parts).toEqual([]);
  });
});

describe('unreachable proxy', () => {
  it('a message about an unreachable proxy shows its host without the password', async () => {
    const proxy = `http://ada:${secrets.encoded('proxy')}@127.0.0.1:9`;
    const kb = open({ endpoint: 'http://kb.example/sparql' }, { http: { proxy } });
    const execution = await kb.execute(QUERY, LIMITS, NEVER);
    expect(JSON.stringify(execution)).toContain('127.0.0.1:9');
    expect(secrets.leaksIn(JSON.stringify(execution))).toEqual([]);
    expect(httpSettingsOf({ proxy }, {}).httpProxy).toBe(proxy);
  });
});
