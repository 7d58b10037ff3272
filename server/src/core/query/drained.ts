/** What a generator returns; what it yields is told. */
export async function drained<Event, Result>(
  events: AsyncGenerator<Event, Result>,
  tell: (event: Event) => void,
): Promise<Result> {
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
    tell(next.value);
  }
}
