import { TimeLimit } from '../core/query/time-limit';

/** Runs up to `limit` tasks at once and yields results as they finish. If a task rejects, stops the others and rejects. */
export async function* runConcurrently<Task, Result>(
  tasks: Iterable<Task>,
  work: (task: Task, signal: AbortSignal) => Promise<Result>,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<Result, void> {
  const stopping = new TimeLimit(signal);
  const pending = tasks[Symbol.iterator]();
  const running = new Map<number, Promise<readonly [number, Result]>>();
  let started = 0;
  /** Returns false if no task is left. */
  const start = (): boolean => {
    const next = pending.next();
    if (next.done) return false;
    const at = started++;
    const result = work(next.value, stopping.signal).then((value) => [at, value] as const);
    // A rejection after the consumer has stopped must not be unhandled.
    result.catch(() => undefined);
    running.set(at, result);
    return true;
  };
  try {
    while (running.size < Math.max(1, limit) && start());
    while (running.size) {
      const [at, value] = await Promise.race(running.values());
      running.delete(at);
      start();
      yield value;
    }
    signal.throwIfAborted();
  } finally {
    stopping.abort();
    await Promise.allSettled(running.values());
    stopping.end();
  }
}
