/** Long, because the machine may be busy. */
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 25;

/** Polls until the value satisfies the condition, and returns it. On timeout the error shows the last value. */
export async function eventually<T>(
  condition: string,
  read: () => T | Promise<T>,
  holds: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`Timed out waiting until ${condition}. Last value: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
