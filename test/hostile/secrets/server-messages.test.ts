/** Servers that repeat what they were sent: no secret of a KB, a model or a proxy is in what is reported about them. */
import { describe, expect, it } from 'vitest';
import { httpSettingsOf } from '../../../server/src/adapters/http-settings';
import { openModel } from '../../../server/src/compose/index';
import type { EndpointConfig } from '../../../server/src/core/kb/kb-config';
import { closeLater, endpoint, open } from '../../adapters/kb/closing';
import { FAULTS, nothingFound } from './chatty-servers';
import { Planted } from './planted';

const planted = new Planted();
const encoded = (name: string): string => encodeURIComponent(planted.secret(name));
const NEVER = new AbortController().signal;
const LIMITS = { timeoutMs: 20_000, maxRows: 10 };
const QUERY = 'SELECT ?x WHERE { ?x ?p ?o }';
const secretOf = (_: string, what: string): Promise<string> => Promise.resolve(planted.secret(`the ${what}`));

describe.each(Object.keys(FAULTS))('A server that answers with %s', (fault) => {
  const behave = FAULTS[fault] ?? nothingFound;

  it.each<readonly [string, (address: string) => EndpointConfig]>([
    [
      'its address',
      (address) => ({
        endpoint: `${address.replace('//', `//ada:${encoded('user info')}@`)}?apikey=${encoded('query string')}`,
      }),
    ],
    ['a password', (address) => ({ endpoint: address, auth: 'basic', user: 'ada' })],
    ['a token', (address) => ({ endpoint: address, auth: 'bearer' })],
    [
      'headers',
      (address) => ({
        endpoint: address,
        headers: { 'X-Api-Key': planted.secret('header') },
        secretHeaders: ['X-Secret'],
      }),
    ],
    [
      'the address for updates',
      (address) => ({
        endpoint: address,
        updateEndpoint: `${address.replace('//', `//ada:${encoded('update')}@`)}?apikey=${encoded('update query')}`,
        writable: true,
      }),
    ],
  ])('gives away no secret of a KB in %s', async (_, configOf) => {
    const { address } = await endpoint(behave);
    const config = configOf(address);
    const reported = [
      await open(config, { secretOf }).execute(QUERY, LIMITS, NEVER),
      await open({ ...config, engine: 'virtuoso' }, { secretOf }).execute(QUERY, LIMITS, NEVER),
      await open({ ...config, engine: 'auto' }, { secretOf }).examine?.(20_000, NEVER),
      await open(config, { secretOf }).execute('INSERT DATA { <http://e/a> <http://e/b> 1 }', LIMITS, NEVER),
    ];
    expect(planted.leaksIn(JSON.stringify(reported))).toEqual([]);
  });

  it('gives away no secret of a proxy', async () => {
    const { port, asked } = await endpoint(behave);
    const proxy = `http://ada:${encoded('proxy')}@127.0.0.1:${port}`;
    const proxies = [
      { proxy },
      { proxy: `http://127.0.0.1:${port}`, proxyAuthorization: `Bearer ${planted.secret('authorization')}` },
    ];
    for (const http of proxies) {
      const kb = open({ endpoint: 'http://kb.example/sparql' }, { http });
      expect(planted.leaksIn(JSON.stringify(await kb.execute(QUERY, LIMITS, NEVER)))).toEqual([]);
    }
    expect(JSON.stringify(asked.map(({ headers }) => headers))).toContain(planted.secret('authorization'));
  });

  it('gives away no secret of a model', async () => {
    const { port } = await endpoint(behave);
    const model = openModel(
      'tests',
      {
        url: `http://127.0.0.1:${port}/v1?key=${encoded('model query')}`,
        headers: { 'X-Api-Key': planted.secret('model header') },
        key: true,
        retries: 0,
      },
      {
        keyOf: () => Promise.resolve(planted.secret('model key')),
        keyAdvice: () => 'Set it.',
        editorHttp: () => Promise.resolve({}),
      },
    );
    if ('problem' in model) throw new Error(model.problem);
    closeLater({ close: async () => model.close?.() });
    const request = { purpose: 'test', messages: [{ role: 'user' as const, content: 'Hello' }] };
    const heard: string[] = [];
    const completion = await model.complete(request, (part) => heard.push(part), NEVER);
    expect(planted.leaksIn(JSON.stringify([model.name, model.where, completion]))).toEqual([]);
    expect(heard).toEqual([]);
  });
});

describe('Addresses', () => {
  it('of proxies that cannot be reached are named by their hosts', async () => {
    const proxy = `http://ada:${encoded('proxy')}@127.0.0.1:9`;
    const kb = open({ endpoint: 'http://kb.example/sparql' }, { http: { proxy } });
    const execution = await kb.execute(QUERY, LIMITS, NEVER);
    expect(JSON.stringify(execution)).toContain('127.0.0.1:9');
    expect(planted.leaksIn(JSON.stringify(execution))).toEqual([]);
    expect(httpSettingsOf({ proxy }, {}).httpProxy).toBe(proxy);
  });
});
