import { afterEach, describe, expect, test } from 'vitest';
import type { ModelCompletion } from '../../../server/src/core/model/language-model';
import type { ServedModelConfig } from '../../../server/src/core/model/model-config';
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
  type ModelStep,
} from '../../support/model-server';
import { asking, ignore, never, served } from './served';

const servers: ModelServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function start(script: readonly ModelStep[], options?: ModelServerOptions): Promise<ModelServer> {
  const server = await startModelServer(script, options);
  servers.push(server);
  return server;
}

async function outcome(
  script: readonly ModelStep[],
  config: Partial<ServedModelConfig> = {},
  options?: ModelServerOptions,
): Promise<ModelCompletion> {
  const server = await start(script, options);
  return served({ url: server.url, ...config }).complete(asking('Hello?'), ignore, never);
}

/** Retry after one millisecond, so that tests are fast. */
const SOON = { 'retry-after-ms': '1' };
const TOO_LONG = "This model's maximum context length is 4096 tokens. However, 'max_tokens' is too large.";

describe('every error has a message with advice', () => {
  const faults: readonly (readonly [
    what: string,
    step: ModelStep,
    reason: string,
    words: RegExp,
    config?: Partial<ServedModelConfig>,
  ])[] = [
    ['a wrong key', { status: 401 }, 'unauthorized', /requires a key\. Ask the tests\./],
    ['no right', { status: 403 }, 'unauthorized', /Ask its administrator for permission to use test-model/],
    ['no credit', { status: 402 }, 'rate-limited', /no credit left/],
    ['a bad request', { status: 400, message: 'No way' }, 'bad-request', /\(400\)\. It says: No way\./],
    [
      'no quota',
      { status: 429, message: 'You exceeded your current quota', code: 'insufficient_quota' },
      'rate-limited',
      /no quota left at .* Check your plan/,
      { retries: 3 },
    ],
    [
      'too many requests',
      { status: 429, message: 'Slow down', headers: { 'retry-after': '7' } },
      'rate-limited',
      /Try again in 7 seconds.* It says: Slow down\./,
    ],
    [
      'a longer wait than there is time for',
      { status: 429, message: 'Slow down', headers: { 'retry-after': '3600' } },
      'rate-limited',
      /Try again in 3600 seconds/,
      { retries: 3 },
    ],
    ['a context that is too short', { status: 400, message: TOO_LONG }, 'bad-request', /longer context/],
    ['an error of the server', { status: 500, message: 'Oops' }, 'server', /\(500\).* It says: Oops\./],
    ['a server that is starting', { status: 503, message: 'Loading model' }, 'server', /Loading model/],
    [
      'an address that leads on',
      { status: 307, headers: { location: 'http://127.0.0.1:1/v1' } },
      'bad-request',
      /redirects to http:\/\/127\.0\.0\.1:1\/v1/,
    ],
    ['a connection that breaks', { breaks: 'Hel' }, 'unreachable', /closed the connection/],
    ['invalid JSON', { garbage: 'data: {"choices": [\n\n' }, 'server', /invalid JSON/],
    ['a page', { garbage: '<html>Hi</html>', type: 'text/html' }, 'server', /not like a chat API/],
    ['bytes', { garbage: '\u0000\u0001\ufffd', type: 'application/json' }, 'server', /invalid JSON/],
    ['half a reply', { garbage: '{"choices": [{', type: 'application/json' }, 'server', /invalid JSON/],
    [
      'an error in the middle',
      { garbage: 'data: {"error": {"message": "CUDA"}}\n\n' },
      'server',
      /in the middle.*CUDA/,
    ],
    [
      'a stall',
      { stalls: true },
      'timed-out',
      /within 0\.1 seconds.*timeoutSeconds/,
      { timeoutSeconds: 0.1 },
    ],
    ['a stall midway', { stalls: 'Hel' }, 'timed-out', /within 0\.1 seconds/, { timeoutSeconds: 0.1 }],
  ];
  test.each(faults.map(([what, ...fault]) => ({ what, fault })))('$what', async ({ fault }) => {
    const [step, reason, words, config] = fault;
    const completion = await outcome([step], config);
    expect(completion).toMatchObject({ status: 'failed', reason, message: expect.stringMatching(words) });
  });

  test('a missing model is reported with the available ones', async () => {
    const step = { status: 404, message: "The model 'test-model' does not exist", code: 'model_not_found' };
    expect(await outcome([step], {}, { models: ['llama3', 'qwen3'] })).toMatchObject({
      reason: 'bad-request',
      message: expect.stringMatching(/no model called test-model\. It has llama3, qwen3\. Set "model"/),
    });
  });

  test('an address without a chat API is not reported as a missing model', async () => {
    const server = await start([]);
    const model = served({ url: server.url.replace('/v1', '/nowhere') });
    expect(await model.complete(asking('Hello?'), ignore, never)).toMatchObject({
      message: expect.stringMatching(/no chat API at that address\. Check "url" of Test/),
    });
  });

  test('a refused connection is reported at once, without retries', async () => {
    const server = await start([]);
    await server.close();
    const model = served({ url: server.url, retries: 10 });
    expect(await model.complete(asking('Hello?'), ignore, never)).toMatchObject({
      reason: 'unreachable',
      message: expect.stringContaining(`127.0.0.1:${server.port} refused the connection`),
    });
  });
});

describe('a temporary error is retried', () => {
  test.each<readonly [what: string, first: ModelStep]>([
    ['too many requests', { status: 429, headers: SOON }],
    ['an error of the server', { status: 500, headers: SOON }],
    ['a server that is busy', { status: 503, headers: SOON }],
    ['a reply that breaks off', { breaks: 'He' }],
  ])('%s', async (_, first) => {
    const completion = await outcome([first, { text: 'Hello!' }], { retries: 1 });
    expect(completion).toMatchObject({ status: 'completed', text: 'Hello!' });
  });

  test('a limited number of times', async () => {
    const server = await start([{ status: 500, headers: SOON, always: true }]);
    const model = served({ url: server.url, retries: 2 });
    expect(await model.complete(asking('Hello?'), ignore, never)).toMatchObject({ reason: 'server' });
    expect(server.requests).toHaveLength(3);
  });
});

describe('a model may refuse', () => {
  test.each<readonly [what: string, step: ModelStep, words: RegExp]>([
    ['by itself', { refusal: 'I cannot help with that.' }, /^I cannot help with that\.$/],
    ['by a filter on its reply', { filtered: 'Well' }, /filter of the provider/],
    [
      'by a filter on the request',
      { status: 400, message: 'Triggered the content management policy', code: 'content_filter' },
      /blocked the request/,
    ],
  ])('%s', async (_, step, words) => {
    expect(await outcome([step])).toMatchObject({ status: 'refused', message: expect.stringMatching(words) });
  });
});

describe('a request is stopped at once', () => {
  test.each<readonly [when: string, step: ModelStep]>([
    ['before anything has come', { stalls: true }],
    ['in the middle of a reply', { stalls: 'Hel' }],
  ])('%s, and the connection is ended', async (_, step) => {
    const server = await start([step]);
    const controller = new AbortController();
    const [asked, gone] = [server.nextRequest(), server.nextDisconnect()];
    const completion = served({ url: server.url }).complete(asking('Hello?'), ignore, controller.signal);
    await asked;
    controller.abort(new Error('enough'));
    await expect(completion).rejects.toThrow('enough');
    await gone;
  });

  test('while it waits for a retry', async () => {
    const server = await start([{ status: 429, headers: { 'retry-after': '60' }, always: true }]);
    const controller = new AbortController();
    const asked = server.nextRequest();
    const model = served({ url: server.url, retries: 5 });
    const completion = model.complete(asking('Hello?'), ignore, controller.signal);
    await asked;
    // When this is answered, the other is too.
    await fetch(`${server.url}/models`);
    controller.abort(new Error('enough'));
    await expect(completion).rejects.toThrow('enough');
  });

  test('while the user is prompted for the key', async () => {
    const controller = new AbortController();
    const model = served(
      { url: 'http://127.0.0.1:1', key: true },
      { keyOf: () => (controller.abort(new Error('enough')), new Promise(() => undefined)) },
    );
    await expect(model.complete(asking('Hello?'), ignore, controller.signal)).rejects.toThrow('enough');
  });

  test('before it has started', async () => {
    const server = await start([]);
    const model = served({ url: server.url });
    await expect(
      model.complete(asking('Hello?'), ignore, AbortSignal.abort(new Error('no'))),
    ).rejects.toThrow('no');
    expect(server.requests).toHaveLength(0);
  });
});
