import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LanguageModel } from '../../server/src/core/model/language-model';
import { withRateLimit } from '../../server/src/core/model/rate-limit';

const REQUEST = { purpose: 'test', messages: [] };
const never = new AbortController().signal;

describe('the rate limit of a model', () => {
  const sent: number[] = [];
  const model: LanguageModel = {
    name: 'test',
    where: 'test',
    complete: () => {
      sent.push(Date.now());
      return Promise.resolve({
        status: 'completed',
        text: '',
        finish: 'stop',
        usage: { input: 400, output: 100 },
      });
    },
  };
  const now = (): number => Date.now();

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    sent.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('spreads requests that are made at once over the minute', async () => {
    const limited = withRateLimit(model, { calls: 6, tokens: 0 }, now);
    const all = Promise.all([1, 2, 3].map(() => limited.complete(REQUEST, () => undefined, never)));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(sent).toEqual([0]);
    await vi.advanceTimersByTimeAsync(10_001);
    await all;
    expect(sent).toEqual([0, 10_000, 20_000]);
  });

  it('waits for the tokens of the reply before', async () => {
    const limited = withRateLimit(model, { calls: 0, tokens: 1000 }, now);
    await limited.complete(REQUEST, () => undefined, never);
    const second = limited.complete(REQUEST, () => undefined, never);
    await vi.advanceTimersByTimeAsync(30_000);
    await second;
    expect(sent).toEqual([0, 30_000]);
  });

  it('rejects at once if a waiting request is cancelled, and sends nothing', async () => {
    const limited = withRateLimit(model, { calls: 1, tokens: 0 }, now);
    await limited.complete(REQUEST, () => undefined, never);
    const stop = new AbortController();
    const second = limited.complete(REQUEST, () => undefined, stop.signal);
    stop.abort();
    await expect(second).rejects.toThrow('aborted');
    expect(sent).toEqual([0]);
  });

  it('does not delay requests without limits', async () => {
    const limited = withRateLimit(model, { calls: 0, tokens: 0 }, now);
    for (let count = 0; count < 3; count++) await limited.complete(REQUEST, () => undefined, never);
    expect(sent).toEqual([0, 0, 0]);
  });
});
