/** Budget, cache, record and replay of a model that is requested over HTTP. */
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { stopWhenUnauthorized, withBudget } from '../../server/src/core/model/budget';
import { withCache, memoryStore } from '../../server/src/core/model/cache';
import type {
  ModelCompletion,
  LanguageModel,
  ModelRequest,
} from '../../server/src/core/model/language-model';
import { withRecording, replayModel } from '../../server/src/core/model/record';
import { describeModelFault, requestStructured } from '../../server/src/core/model/structured-reply';
import { testModel } from '../../server/src/core/model/test-model';
import { asking, ignore, never, served } from '../adapters/model/served';
import { startModelServer, type ModelServer, type ModelStep } from '../support/model-server';

const servers: ModelServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function start(
  ...script: readonly ModelStep[]
): Promise<{ server: ModelServer; model: LanguageModel }> {
  const server = await startModelServer(script);
  servers.push(server);
  return { server, model: served({ url: server.url }) };
}

const NO_LIMIT = { calls: 0, tokens: 0, money: 0 };
const ask = (
  model: LanguageModel,
  content: string,
  more: Partial<ModelRequest> = {},
): Promise<ModelCompletion> => model.complete(asking(content, more), ignore, never);

describe('a budget', () => {
  test('of calls stops before the first call over it, and names the setting', async () => {
    const { server, model } = await start({ text: 'One.' }, { text: 'Two.' });
    const { model: frugal, usage } = withBudget(model, { ...NO_LIMIT, calls: 1 });
    await ask(frugal, '1234');
    expect(await ask(frugal, '1234')).toEqual({
      status: 'failed',
      reason: 'budget',
      message: 'The budget is used up: 1 call of 1 (funfusic.repair.budget.calls). Raise it to continue.',
      unasked: true,
    });
    expect(server.requests).toHaveLength(1);
    expect(usage()).toEqual({ calls: 1, tokens: { input: 1, output: 1 } });
  });

  test('counts only the calls that an inner budget allows', async () => {
    const { model } = await start({ text: 'One.' });
    const { model: whole } = withBudget(model, { ...NO_LIMIT, calls: 1 });
    const { model: part, usage } = withBudget(whole, NO_LIMIT);
    for (let time = 0; time < 3; time++) await ask(part, '1234');
    expect(usage()).toEqual({ calls: 1, tokens: { input: 1, output: 1 } });
  });

  test('of tokens stops before a request that needs more', async () => {
    const { model } = await start({ text: 'One.', always: true });
    const { model: frugal } = withBudget(model, { ...NO_LIMIT, tokens: 10 });
    expect(await ask(frugal, 'x'.repeat(36))).toMatchObject({ status: 'completed' });
    expect(await ask(frugal, 'x')).toMatchObject({
      message: expect.stringMatching(
        /10 of 10 tokens, and the next call needs about 1 more .*budget\.tokens/,
      ),
    });
  });

  test('of money counts by the prices, in their currency', async () => {
    const { model } = await start({ text: 'One.', always: true });
    const prices = { input: 100_000, output: 200_000, currency: 'EUR' };
    const { model: frugal, usage } = withBudget(
      model,
      { ...NO_LIMIT, money: 0.35 },
      prices,
      (what) => `--${what}`,
    );
    await ask(frugal, '1234');
    expect(usage().money).toBeCloseTo(0.3);
    expect(await ask(frugal, '1234')).toMatchObject({
      message: expect.stringMatching(
        /: 0\.30 of 0\.35 EUR, and the next call costs at least 0\.10 more \(--money\)/,
      ),
    });
  });

  test('counts pending requests', async () => {
    const { server, model } = await start({ text: 'One.', always: true });
    const { model: frugal } = withBudget(model, { ...NO_LIMIT, tokens: 10 });
    const long = 'x'.repeat(32);
    const both = await Promise.all([ask(frugal, long), ask(frugal, long)]);
    expect(both.map(({ status }) => status)).toEqual(['completed', 'failed']);
    expect(server.requests).toHaveLength(1);
  });

  test('marks estimated usage', async () => {
    const { model } = await start({ text: 'One.', hasUsage: false });
    const { model: frugal, usage } = withBudget(model, NO_LIMIT);
    await ask(frugal, '1234');
    expect(usage().tokens).toEqual({ input: 1, output: 1, estimated: true });
  });
});

describe('a cache', () => {
  test('returns the reply to an equal request without cost', async () => {
    const { server, model } = await start({ text: 'One.' }, { text: 'Two.' });
    const quick = withCache(model, memoryStore(10));
    const first = await ask(quick, 'same');
    const parts: string[] = [];
    expect(await quick.complete(asking('same'), (part) => parts.push(part), never)).toEqual({
      ...first,
      usage: { input: 0, output: 0 },
      unasked: true,
    });
    expect(parts).toEqual(['One.']);
    expect(await ask(quick, 'same', { temperature: 1 })).toMatchObject({ text: 'Two.' });
    expect(server.requests).toHaveLength(2);
  });

  test.each<readonly [configured: number, temperature: number | undefined, requests: number]>([
    [0, undefined, 1],
    [0, 0.7, 2],
    [0.7, undefined, 2],
    [0.7, 0, 1],
  ])('stores replies at a temperature of 0: %d, %s', async (configured, temperature, requests) => {
    const { server, model } = await start({ text: 'One.', always: true });
    const quick = withCache(model, memoryStore(10), configured);
    const more = temperature === undefined ? {} : { temperature };
    for (let time = 0; time < 2; time++) await ask(quick, 'same', more);
    expect(server.requests).toHaveLength(requests);
  });

  test('stores neither failures nor refusals nor truncated replies', async () => {
    const { model } = await start(
      { status: 400, message: 'No' },
      { refusal: 'No' },
      { cut: 'On' },
      { text: 'One.' },
    );
    const quick = withCache(model, memoryStore(10));
    const seen: ModelCompletion[] = [];
    for (let time = 0; time < 4; time++) seen.push(await ask(quick, 'same'));
    expect(seen).toMatchObject([
      { status: 'failed' },
      { status: 'refused' },
      { finish: 'length' },
      { text: 'One.' },
    ]);
  });

  test('drops the oldest reply', async () => {
    const { server, model } = await start({ text: 'x', always: true });
    const quick = withCache(model, memoryStore(2));
    for (const content of ['a', 'b', 'c', 'b', 'c', 'a']) await ask(quick, content);
    expect(server.requests.map(({ body }) => body.messages[0]?.content)).toEqual(['a', 'b', 'c', 'a']);
  });
});

describe('a model that rejects the user', () => {
  test('gets no further request', async () => {
    const { server, model } = await start({ text: 'One.' }, { status: 401 }, { text: 'Two.' });
    const guarded = stopWhenUnauthorized(model);
    const seen: ModelCompletion[] = [];
    for (const content of ['a', 'b', 'c']) seen.push(await ask(guarded, content));
    expect(seen).toMatchObject([{ text: 'One.' }, { reason: 'unauthorized' }, { unasked: true }]);
    expect(seen[2]).toEqual({ ...seen[1], unasked: true });
    expect(server.requests).toHaveLength(2);
  });

  test('gets further requests after any other failure', async () => {
    const { model } = await start({ status: 500 }, { text: 'One.' });
    const guarded = stopWhenUnauthorized(model);
    expect(await ask(guarded, 'a')).toMatchObject({ reason: 'server' });
    expect(await ask(guarded, 'a')).toMatchObject({ text: 'One.' });
  });
});

describe('a record', () => {
  const script: readonly ModelStep[] = [
    { text: 'One.' },
    { text: 'Two.', hasUsage: false },
    { refusal: 'I would rather not.' },
    { cut: 'Thr' },
    { status: 500, message: 'Oops' },
  ];

  async function record(): Promise<{
    lines: string[];
    completions: ModelCompletion[];
    model: LanguageModel;
  }> {
    const { model } = await start(...script);
    const lines: string[] = [];
    const recording = withRecording(model, (line) => lines.push(line));
    const completions: ModelCompletion[] = [];
    for (const content of ['same', 'same', 'third', 'fourth', 'fifth'])
      completions.push(await ask(recording, content));
    return { lines, completions, model };
  }

  test('replays the same replies: equal requests in order, others in any order', async () => {
    const { lines, completions, model } = await record();
    const [one, two, three, four, five] = completions;
    const again = replayModel(lines);
    expect(again).toMatchObject({ name: model.name, where: model.where, problems: [] });
    const seen: ModelCompletion[] = [];
    for (const content of ['fifth', 'same', 'fourth', 'third', 'same']) seen.push(await ask(again, content));
    expect(seen).toEqual([five, one, four, three, two]);
  });

  test('starts with a header, and contains only lines of JSON', async () => {
    const { lines } = await record();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ format: 'funfusic-model-record', version: 1 });
    expect(lines).toHaveLength(6);
    expect(lines.join('')).not.toContain('\n');
  });

  test('does not contain the key, even if a server repeats it', async () => {
    const key = 'sk-secret-0123456789';
    const server = await startModelServer([{ text: `It is ${key}` }, { status: 401, message: key }]);
    servers.push(server);
    const model = served({ url: server.url, key: true }, { keyOf: () => Promise.resolve(key) });
    const lines: string[] = [];
    const recording = withRecording(model, (line) => lines.push(line));
    await ask(recording, 'one');
    await ask(recording, 'two');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(lines.join('\n')).not.toContain(key);
  });

  test.each<readonly [what: string, request: ModelRequest, words: RegExp]>([
    [
      'other words',
      asking('sama'),
      /\(test\)\. The nearest is line 2: message 1 \(user\) is “sama” instead of “same”/,
    ],
    [
      'more messages',
      { purpose: 'test', messages: [...asking('third').messages, { role: 'assistant', content: 'Well' }] },
      /line 4: it has 1 messages, this one 2/,
    ],
    ['another temperature', asking('third', { temperature: 1 }), /line 4: it differs in temperature/],
    [
      'another purpose',
      { ...asking('third'), purpose: 'other' },
      /\(other\)\. Nothing was recorded for that/,
    ],
  ])('reports the difference of a request that it does not contain: %s', async (_, request, words) => {
    const { lines } = await record();
    expect(await replayModel(lines).complete(request, ignore, never)).toMatchObject({
      reason: 'not-recorded',
      message: expect.stringMatching(words),
    });
  });

  test('does not repeat a reply', async () => {
    const { lines } = await record();
    const again = replayModel(lines);
    await ask(again, 'third');
    expect(await ask(again, 'third')).toMatchObject({
      reason: 'not-recorded',
      message: expect.stringContaining('sent more often than it was recorded'),
    });
  });

  test('reports the numbers of broken lines and keeps the others', async () => {
    const { lines, completions } = await record();
    const broken = [`\uFEFF${lines[0] ?? ''}`, '{"request":', lines[1] ?? '', '', '{"completion": {}}'];
    const again = replayModel(broken);
    expect(again.problems).toEqual([
      'Line 2 of the record is not JSON and is ignored.',
      'Line 5 of the record is not a reply and is ignored.',
    ]);
    expect(await ask(again, 'same')).toEqual(completions[0]);
  });

  test.each([
    [[], 'The record is empty.'],
    [['{"id": 1}'], 'This is not a model record: line 1 has no "format": "funfusic-model-record".'],
    [
      ['{"format": "funfusic-model-record", "version": 9, "model": "a", "where": "b"}'],
      'The record has version 9; this version of funfusic reads up to 1. Record it again, or update funfusic.',
    ],
  ])('is reported if it is invalid: %j', async (lines, problem) => {
    const again = replayModel(lines);
    expect(again.problems).toEqual([problem]);
    expect(await ask(again, 'same')).toMatchObject({ reason: 'not-recorded' });
  });
});

describe('a structured reply', () => {
  const shape = { name: 'verdict', schema: z.strictObject({ same: z.boolean(), why: z.string() }) };
  const fit = { same: true, why: 'They are.' };
  const judge = (model: LanguageModel): ReturnType<typeof requestStructured> =>
    requestStructured(model, asking('Same?'), shape, ignore, never);

  test('is returned if it fits the schema', async () => {
    const { server, model } = await start({ text: `Sure:\n\`\`\`json\n${JSON.stringify(fit)}\n\`\`\`` });
    expect(await judge(model)).toMatchObject({ status: 'ok', value: fit, calls: 1 });
    expect(server.requests[0]?.body.messages[0]?.content).toMatch(/^Same\?\n\nReply with one JSON object/);
  });

  test.each<readonly [what: string, first: ModelStep, complaint: RegExp]>([
    [
      'of another type',
      { json: { same: 'yes', why: '' } },
      /"same" is missing or is not of the type boolean/,
    ],
    ['with a part missing', { json: { same: true } }, /"why" is missing or is not of the type string/],
    ['with a part too many', { json: { ...fit, sure: 1 } }, /the whole has unexpected keys: sure/],
    ['in words', { text: 'They are the same.' }, /The reply contains no valid JSON object/],
    ['cut short', { cut: '{"same": true, "why": "Th' }, /cut off because it was too long.*Be brief/],
  ])('is sent back once if it does not fit: %s', async (_, first, complaint) => {
    const { server, model } = await start(first, { json: fit });
    expect(await judge(model)).toMatchObject({ status: 'ok', value: fit, calls: 2 });
    const messages = server.requests[1]?.body.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[2]?.content).toMatch(complaint);
  });

  test('counts no call if it is cached or beyond the budget', async () => {
    const { model } = await start({ json: fit });
    const { model: frugal } = withBudget(model, { ...NO_LIMIT, calls: 1 });
    const quick = withCache(frugal, memoryStore(10));
    expect(await judge(quick)).toMatchObject({ status: 'ok', calls: 1 });
    expect(await judge(quick)).toMatchObject({ status: 'ok', calls: 0, usage: { input: 0, output: 0 } });
    expect(await judge(frugal)).toMatchObject({ status: 'failed', reason: 'budget', calls: 0 });
  });

  test('is requested again if the cached one would not fit the schema', async () => {
    const { server, model } = await start({ text: 'Yes.' }, { text: 'Yes!' }, { json: fit });
    const quick = withCache(model, memoryStore(10));
    expect(await judge(quick)).toMatchObject({ status: 'unfit', calls: 2 });
    expect(await judge(quick)).toMatchObject({ status: 'ok', calls: 1 });
    expect(await judge(quick)).toMatchObject({ status: 'ok', calls: 0 });
    expect(server.requests).toHaveLength(3);
  });

  test('that is cut off twice is explained with the limit to raise', async () => {
    const { model } = await start({ cut: '{"same": t' }, { cut: '{"sa' });
    const reply = await judge(model);
    expect(reply.status === 'ok' || describeModelFault(reply, 'GPT')).toBe(
      'The model GPT did not finish its reply, twice. The reply was cut off because it was too long. Raise "maxTokens" of GPT, or the context length of its server.',
    );
  });

  test('contains no control characters except line ends and tabs', async () => {
    const { model } = await start({ json: { same: true, why: 'One\u001b]0;mine\u0007\n\ttwo\u009b' } });
    expect(await judge(model)).toMatchObject({ value: { why: 'One ]0;mine \n\ttwo ' } });
  });

  test('that is invalid twice is reported with the cost of both', async () => {
    const { model } = await start({ text: 'Yes.' }, { text: 'Yes!' });
    expect(await judge(model)).toMatchObject({
      status: 'unfit',
      text: 'Yes!',
      problem: 'The reply contains no valid JSON object.',
      calls: 2,
      usage: { output: 2 },
    });
  });

  test.each<readonly [what: string, steps: readonly ModelStep[], expected: object]>([
    ['a refusal', [{ refusal: 'No.' }], { status: 'refused', message: 'No.', calls: 1 }],
    ['a failure', [{ status: 500 }], { status: 'failed', reason: 'server', calls: 1 }],
    [
      'a failure the second time',
      [{ text: 'Yes.' }, { status: 500 }],
      { status: 'failed', calls: 2, usage: { output: 1 } },
    ],
  ])('is not requested again after %s', async (_, steps, expected) => {
    const { model } = await start(...steps);
    expect(await judge(model)).toMatchObject(expected);
  });
});

describe('testing a model', () => {
  test('reports a reply and its duration', async () => {
    const { model } = await start({ text: 'ready' });
    expect(await testModel(model, () => 0, never)).toEqual({
      works: true,
      lines: [`${model.where} replied in 0 ms.`, 'Reply: ready', 'Tokens used: 9.'],
    });
  });

  test('reports what to do without a reply', async () => {
    const { model } = await start({ status: 401 });
    expect(await testModel(model, () => 0, never)).toMatchObject({
      works: false,
      lines: [expect.stringContaining('requires a key')],
    });
  });
});
