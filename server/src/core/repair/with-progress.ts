import type { RepairEvent } from './repair-events';

/** Awaits work and yields its progress messages; messages that arrive together are joined. */
export async function* withProgress<Result>(
  round: number,
  work: (onProgress: (part: string) => void) => Promise<Result>,
): AsyncGenerator<RepairEvent, Result> {
  const state = { pending: '', ended: false, wake: (): void => undefined };
  const done = work((part) => {
    state.pending += part;
    state.wake();
  });
  const end = (): void => {
    state.ended = true;
    state.wake();
  };
  done.then(end, end);
  for (;;) {
    if (state.pending) {
      const message = state.pending;
      state.pending = '';
      yield { type: 'progress', round, message };
    } else if (state.ended) return done;
    else await new Promise<void>((resolve) => (state.wake = resolve));
  }
}
