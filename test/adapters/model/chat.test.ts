import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openModel } from '../../../server/src/compose/index';
import type { ServedModelConfig } from '../../../server/src/core/model/model-config';
import { requestStructured } from '../../../server/src/core/model/structured-reply';
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
  type ModelStep,
} from '../../support/model-server';
import { asking, ignore, never, served } from './served';

const servers: ModelServer[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(script: readonly ModelStep[], options?: ModelServerOptions): Promise<ModelServer> {
  const server = await startModelServer(script, options);
  servers.push(server);
  return server;
}

const KEY = 'sk-secret-0123456789';
const withKey = { keyOf: () => Promise.resolve(KEY) };
const HELLO: ModelStep = { text: 'Hello, whoever you are!' };

describe('a reply', () => {
  test('is streamed, with the usage of the server', async () => {
    const server = await start([HELLO]);
    const parts: string[] = [];
    const completion = await served({ url: server.url }).complete(
      asking('12345678'),
      (part) => parts.push(part),
      never,
    );
    expect(completion).toEqual({
      status: 'completed',
      text: 'Hello, whoever you are!',
      finish: 'stop',
      usage: { input: 2, output: 6 },
    });
    expect(parts).toEqual(['Hello, whoev', 'er you are!']);
  });

  test('has an estimated usage if the server reports none', async () => {
    const server = await start([{ text: 'Hello!', hasUsage: false }]);
    expect(await served({ url: server.url }).complete(asking('12345678'), ignore, never)).toMatchObject({
      usage: { input: 2, output: 2, estimated: true },
    });
  });

  test('that was truncated is marked', async () => {
    const server = await start([{ cut: 'Hello, who' }]);
    expect(await served({ url: server.url }).complete(asking('?'), ignore, never)).toMatchObject({
      status: 'completed',
      finish: 'length',
    });
  });

  test.each<readonly [how: string, step: ModelStep]>([
    ['in its text', { text: '<think>\nLet me see.\n</think>\n\nYes.' }],
    ['beside it', { text: 'Yes.', reasoning: 'Let me see.' }],
  ])('comes without what the model thought, %s', async (_, step) => {
    const server = await start([step]);
    expect(await served({ url: server.url }).complete(asking('?'), ignore, never)).toMatchObject({
      text: 'Yes.',
    });
  });

  test('may come as a list of parts', async () => {
    const parts = [
      { type: 'thinking', thinking: [] },
      { type: 'text', text: 'Yes' },
      { type: 'text', text: '.' },
    ];
    const chunk = { choices: [{ delta: { content: parts }, finish_reason: 'stop' }] };
    const server = await start([{ garbage: `: wait\n\ndata: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n` }]);
    expect(await served({ url: server.url }).complete(asking('?'), ignore, never)).toMatchObject({
      text: 'Yes.',
    });
  });

  test.each(['application/json', 'text/plain', 'text/html; charset=utf-8'])(
    'in one piece is read too, as %s',
    async (type) => {
      const body = JSON.stringify({
        choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 5, completion_tokens: 1 },
      });
      const server = await start([{ garbage: body, type }]);
      expect(await served({ url: server.url }).complete(asking('?'), ignore, never)).toEqual({
        status: 'completed',
        text: 'Yes.',
        finish: 'stop',
        usage: { input: 5, output: 1 },
      });
    },
  );

  test('without choices is empty, and usage below zero is estimated', async () => {
    const body = JSON.stringify({ choices: [], usage: { prompt_tokens: -50, completion_tokens: -1 } });
    const server = await start([{ garbage: body, type: 'application/json' }]);
    expect(await served({ url: server.url }).complete(asking('?'), ignore, never)).toEqual({
      status: 'completed',
      text: '',
      finish: 'stop',
      usage: { input: 1, output: 0, estimated: true },
    });
  });
});

describe('a request', () => {
  test('uses the settings, and its own values take precedence', async () => {
    const server = await start([HELLO, HELLO]);
    const model = served({ url: server.url, temperature: 0.5, seed: 7, maxTokens: 100 });
    await model.complete(asking('?'), ignore, never);
    await model.complete(asking('?', { temperature: 1, maxTokens: 5 }), ignore, never);
    expect(server.requests.map(({ body }) => body)).toMatchObject([
      { model: 'test-model', stream: true, temperature: 0.5, seed: 7, max_tokens: 100 },
      { temperature: 1, seed: 7, max_tokens: 5 },
    ]);
  });

  test.each<readonly [refused: string, config: Partial<ServedModelConfig>, expected: object]>([
    ['temperature', {}, {}],
    ['seed', { seed: 1 }, { temperature: 0 }],
    ['stream_options', {}, {}],
    ['max_tokens', { maxTokens: 9 }, { max_completion_tokens: 9 }],
  ])(
    'is sent again without %s, and no more with it, where a server refuses it',
    async (refused, config, expected) => {
      const server = await start([HELLO, HELLO], { refuses: [refused] });
      const model = served({ url: server.url, ...config });
      for (const question of ['One?', 'Two?'])
        expect(await model.complete(asking(question), ignore, never)).toMatchObject({ status: 'completed' });
      expect(server.requests).toHaveLength(3);
      expect(server.requests[2]?.body).not.toHaveProperty(refused);
      expect(server.requests[2]?.body).toMatchObject({ ...expected, messages: [{ content: 'Two?' }] });
    },
  );

  test('keeps a parameter that an error only mentions', async () => {
    const complaint: ModelStep = { status: 400, message: 'No query about temperature and seed, please' };
    const server = await start([complaint, complaint, complaint, HELLO]);
    const model = served({ url: server.url, seed: 1 });
    expect(await model.complete(asking('?'), ignore, never)).toMatchObject({ reason: 'bad-request' });
    await model.complete(asking('?'), ignore, never);
    expect(server.requests[3]?.body).toMatchObject({ temperature: 0, seed: 1 });
  });

  test('uses the configured proxy, except for this computer', async () => {
    const proxy = await start([HELLO, { text: 'Direct.' }]);
    const surroundings = { editorHttp: () => Promise.resolve({ proxy: `http://127.0.0.1:${proxy.port}` }) };
    const far = served({ url: 'http://models.example/v1', key: false }, surroundings);
    expect(await far.complete(asking('?'), ignore, never)).toMatchObject({ status: 'completed' });
    const near = served({ url: proxy.url }, surroundings);
    expect(await near.complete(asking('?'), ignore, never)).toMatchObject({ text: 'Direct.' });
    expect(proxy.requests.map(({ url }) => url)).toEqual([
      'http://models.example/v1/chat/completions',
      '/v1/chat/completions',
    ]);
  });

  test('is repeated without each rejected parameter', async () => {
    const refuses = ['temperature', 'seed', 'stream_options', 'response_format', 'max_tokens'];
    const server = await start([{ json: { same: true } }], { refuses });
    const model = served({ url: server.url, seed: 1, maxTokens: 50 });
    const schema = z.strictObject({ same: z.boolean() });
    expect(
      await requestStructured(model, asking('?'), { name: 'verdict', schema }, ignore, never),
    ).toMatchObject({ status: 'ok', value: { same: true } });
    expect(server.requests.at(-1)?.body).toMatchObject({ stream: true, max_completion_tokens: 50 });
  });

  test('is sent without streaming if the server does not support it', async () => {
    const server = await start([
      { status: 400, message: 'Your organization must be verified to stream this model.' },
      { text: 'Yes.' },
    ]);
    expect(await served({ url: server.url }).complete(asking('?'), ignore, never)).toMatchObject({
      text: 'Yes.',
    });
    expect(server.requests[1]?.body.stream).toBe(false);
  });

  test.each<readonly [structured: ServedModelConfig['structured'], format: object | undefined]>([
    ['schema', { type: 'json_schema', json_schema: { name: 'verdict', strict: true } }],
    ['json', { type: 'json_object' }],
    ['none', undefined],
  ])('asks for a shape by %s', async (structured, format) => {
    const server = await start([{ json: { same: true } }]);
    const schema = z.strictObject({ same: z.boolean() });
    const model = served({ url: server.url, ...(structured && { structured }) });
    await requestStructured(model, asking('?'), { name: 'verdict', schema }, ignore, never);
    const asked = server.requests[0]?.body.response_format;
    if (format) expect(asked).toMatchObject(format);
    else expect(asked).toBeUndefined();
  });

  test('is not strict for a schema with optional properties', async () => {
    const server = await start([{ json: {} }]);
    const schema = z.strictObject({ same: z.exactOptional(z.boolean()) });
    await requestStructured(
      served({ url: server.url }),
      asking('?'),
      { name: 'verdict', schema },
      ignore,
      never,
    );
    expect(server.requests[0]?.body.response_format?.json_schema?.strict).toBe(false);
  });
});

describe('an address', () => {
  test.each<readonly [written: string, config: Partial<ServedModelConfig>, path: string]>([
    ['', {}, '/v1/chat/completions'],
    ['/', {}, '/v1/chat/completions'],
    ['/v1', {}, '/v1/chat/completions'],
    ['/v1/', {}, '/v1/chat/completions'],
    ['/v1/chat/completions', {}, '/v1/chat/completions'],
    ['/v1?a=b', {}, '/v1/chat/completions?a=b'],
    ['/openai/v1', {}, '/openai/v1/chat/completions'],
    ['', { apiVersion: '1' }, '/openai/deployments/test-model/chat/completions?api-version=1'],
    ['/openai', { apiVersion: '1' }, '/openai/deployments/test-model/chat/completions?api-version=1'],
    [
      '/openai/deployments/mine/chat/completions?api-version=2',
      {},
      '/openai/deployments/mine/chat/completions?api-version=2',
    ],
  ])('that ends in "%s" (%j) asks for %s', async (written, config, path) => {
    const server = await start([HELLO]);
    const url = server.url.replace('/v1', written);
    const model = served({ url, key: true, ...config }, withKey);
    expect(await model.complete(asking('?'), ignore, never)).toMatchObject({ status: 'completed' });
    expect(server.requests[0]?.url).toBe(path);
    const isAzure = path.includes('api-version');
    expect(server.requests[0]?.headers[isAzure ? 'api-key' : 'authorization']).toBe(
      isAzure ? KEY : `Bearer ${KEY}`,
    );
  });

  test.each([
    ['ftp://example.org', /is not an http address/],
    ['https://user:word@example.org/v1', /Remove user and password/],
    ['https://mine.openai.azure.com', /Set "apiVersion"/],
    ['http://models.example/v1', /can be read on the network\. Use an https address/],
  ])('such as %s is rejected', (url, words) => {
    const surroundings = { ...withKey, keyAdvice: () => '' };
    expect(openModel('Test', { url }, surroundings)).toMatchObject({ problem: expect.stringMatching(words) });
  });
});

describe('a key', () => {
  test('is neither required by nor sent to a model on this computer', async () => {
    vi.stubEnv('OPENAI_API_KEY', KEY);
    vi.stubEnv('OPENAI_ORG_ID', 'org-mine');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-mine: yes');
    const server = await start([HELLO]);
    await served({ url: server.url, headers: { 'x-set': 'yes' } }, withKey).complete(
      asking('?'),
      ignore,
      never,
    );
    const { host, connection, ...sent } = server.requests[0]?.headers ?? {};
    expect([host, connection]).toEqual([`127.0.0.1:${server.port}`, 'keep-alive']);
    expect(sent).toEqual({
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'content-length': expect.any(String),
      'content-type': 'application/json',
      'user-agent': 'FUn-FuSIC',
      'x-set': 'yes',
    });
  });

  test('that is missing is reported before anything is sent', async () => {
    const server = await start([]);
    const model = served({ url: server.url, key: true });
    expect(await model.complete(asking('?'), ignore, never)).toMatchObject({
      reason: 'unauthorized',
      message: expect.stringMatching(/^There is no key for Test at .*Ask the tests\.$/),
    });
    expect(server.requests).toHaveLength(0);
  });

  test('that is rejected is requested again, once', async () => {
    const server = await start([HELLO], { key: KEY });
    const asked: boolean[] = [];
    const keyOf = (_: string, __: string, rejected: boolean): Promise<string> => {
      asked.push(rejected);
      return Promise.resolve(rejected ? KEY : 'sk-old-0123456789');
    };
    const model = served({ url: server.url, key: true }, { keyOf });
    expect(await model.complete(asking('?'), ignore, never)).toMatchObject({ status: 'completed' });
    expect(asked).toEqual([false, true]);
  });

  test('is not requested again if only a permission is missing', async () => {
    const server = await start([{ status: 403 }]);
    const asked: boolean[] = [];
    const keyOf = (_: string, __: string, rejected: boolean): Promise<string> => {
      asked.push(rejected);
      return Promise.resolve(KEY);
    };
    await served({ url: server.url, key: true }, { keyOf }).complete(asking('?'), ignore, never);
    expect(asked).toEqual([false]);
  });

  test('with invalid characters is not sent', async () => {
    const model = served(
      { url: 'http://127.0.0.1:1', key: true },
      { keyOf: () => Promise.resolve('sk-“a”') },
    );
    expect(await model.complete(asking('?'), ignore, never)).toMatchObject({
      reason: 'unauthorized',
      message: expect.not.stringContaining('sk-'),
    });
  });

  test('does not follow a redirect', async () => {
    const other = await start([HELLO]);
    const server = await start([{ status: 308, headers: { location: `${other.url}/chat/completions` } }]);
    await served({ url: server.url, key: true }, withKey).complete(asking('?'), ignore, never);
    expect(other.requests).toHaveLength(0);
  });

  test.each<readonly [what: string, step: ModelStep]>([
    ['a rejection', { status: 401, message: `Incorrect API key provided: ${KEY}` }],
    ['an error', { status: 500, message: `Bearer ${KEY}` }],
    ['a refusal', { refusal: `You are ${KEY}` }],
    ['a reply', { text: `Your key is ${KEY}.` }],
    ['garbage', { garbage: `data: ${KEY}\n\n` }],
  ])('is neither told nor logged, though a server repeats it in %s', async (_, step) => {
    vi.stubEnv('OPENAI_LOG', 'debug');
    const logged: unknown[] = [];
    for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void logged.push(...words));
    const server = await start([step]);
    const model = served({ url: server.url, key: true }, withKey);
    const completion = await model.complete(asking('?'), ignore, never);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(completion)).not.toContain(KEY);
    expect(logged).toEqual([]);
  });
});
