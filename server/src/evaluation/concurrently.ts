/** Several questions at once, each by itself: what comes of one depends neither on the others nor on how many there are. */
import { TimeLimit } from '../core/query/time-limit';

/** In the order in which they end. Rejects as soon as one does; those that are under way are stopped then. */
export async function* evaluate<Question, Outcome>(
  questions: Iterable<Question>,
  answer: (question: Question, signal: AbortSignal) => Promise<Outcome>,
  atOnce: number,
  signal: AbortSignal,
): AsyncGenerator<Outcome, void> {
  const stopping = new TimeLimit(signal);
  const waiting = questions[Symbol.iterator]();
  const underWay = new Map<number, Promise<readonly [number, Outcome]>>();
  let number = 0;
  const begin = (): void => {
    const next = waiting.next();
    if (next.done) return;
    const at = number++;
    const work = answer(next.value, stopping.signal).then((outcome) => [at, outcome] as const);
    // Whoever stops early does not hear of the others any more.
    work.catch(() => undefined);
    underWay.set(at, work);
  };
  try {
    while (underWay.size < Math.max(1, atOnce)) {
      const before = underWay.size;
      begin();
      if (underWay.size === before) break;
    }
    while (underWay.size) {
      const [at, outcome] = await Promise.race(underWay.values());
      underWay.delete(at);
      begin();
      yield outcome;
    }
    signal.throwIfAborted();
  } finally {
    stopping.abort();
    await Promise.allSettled(underWay.values());
    stopping.end();
  }
}
