const PATIENCE_MS = 15_000;
const PAUSE_MS = 25;

/** Waits until a reading satisfies a condition, and returns it; says what it last read when it never does. */
export async function eventually<T>(
  what: string,
  read: () => T | Promise<T>,
  holds: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`Waited in vain until ${what}; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
