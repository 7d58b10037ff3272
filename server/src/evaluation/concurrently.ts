import { TimeLimit } from '../core/query/time-limit';

/** Yields results in the order in which they finish. Rejects as soon as one task does; the others are stopped then. */
export async function* concurrently<Task, Result>(
  tasks: Iterable<Task>,
  work: (task: Task, signal: AbortSignal) => Promise<Result>,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<Result, void> {
  const stopping = new TimeLimit(signal);
  const waiting = tasks[Symbol.iterator]();
  const running = new Map<number, Promise<readonly [number, Result]>>();
  let started = 0;
  /** False if no task is left. */
  const start = (): boolean => {
    const next = waiting.next();
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
