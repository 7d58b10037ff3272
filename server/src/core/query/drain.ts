/** What a generator returns; what it yields is told. */
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
