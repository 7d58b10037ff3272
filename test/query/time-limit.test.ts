import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inSeconds, TimeLimit, withTimeLimit } from '../../server/src/core/query/time-limit';

describe('A time limit', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('aborts its signal when the time is up', () => {
    const limit = new TimeLimit(new AbortController().signal, 1000);
    vi.advanceTimersByTime(999);
    expect(limit.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(limit).toMatchObject({ expired: true, signal: { aborted: true } });
  });

  it('aborts its signal with its parent and for the same reason', () => {
    const parent = new AbortController();
    const limit = new TimeLimit(parent.signal, 1000);
    parent.abort('stopped by the user');
    vi.advanceTimersByTime(1000);
    expect(limit).toMatchObject({ expired: false, signal: { aborted: true, reason: 'stopped by the user' } });
    expect(new TimeLimit(parent.signal).signal.aborted).toBe(true);
  });

  it('waits as long as a timer can if it is longer than that', () => {
    const limit = new TimeLimit(new AbortController().signal, 2 ** 40);
    vi.advanceTimersByTime(1_000_000);
    expect(limit.signal.aborted).toBe(false);
  });

  it('leaves neither a timer nor a listener behind when the work is done', async () => {
    const parent = new AbortController().signal;
    const added = vi.spyOn(parent, 'addEventListener');
    const removed = vi.spyOn(parent, 'removeEventListener');
    await withTimeLimit(parent, 1000, () => Promise.resolve());
    await expect(withTimeLimit(parent, 1000, () => Promise.reject(new Error('broken')))).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });

  it('is shown in seconds', () => {
    expect([1000, 300, 60_000].map(inSeconds)).toEqual(['1 second', '0.3 seconds', '60 seconds']);
  });
});
