/** Runs a generator to its end, reports what it yields, and returns its result. */
export async function drain<Event, Result>(
  events: AsyncGenerator<Event, Result>,
  onProgress: (event: Event) => void,
): Promise<Result> {
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
    onProgress(next.value);
  }
}
