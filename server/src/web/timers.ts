/** Timers as in Node, for the code of the language server: those of a browser are numbers, and it has no `setImmediate`. */

type Callback = (...args: readonly unknown[]) => void;

class Timer {
  constructor(
    readonly id: unknown,
    readonly clear: (id: never) => void,
  ) {}

  /** Only a process can end before its timers. */
  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;

function clear(timer: Timer | undefined): void {
  if (!timer) return;
  // The functions of a browser must not be called as methods.
  const { id, clear: clearId } = timer;
  clearId(id as never);
}

/** The callbacks of `setImmediate`, which run after the messages that have already arrived. */
const immediates = new Map<number, () => void>();
let lastImmediate = 0;
const { port1: here, port2: there } = new MessageChannel();
(here as unknown as { onmessage: (event: { readonly data: unknown }) => void }).onmessage = ({ data }) => {
  const run = immediates.get(data as number);
  immediates.delete(data as number);
  run?.();
};

export const timers = {
  setTimeout: (run: Callback, milliseconds?: number, ...args: readonly unknown[]) =>
    new Timer(setTimeout(run, milliseconds, ...args), clearTimeout),
  clearTimeout: clear,
  setInterval: (run: Callback, milliseconds?: number, ...args: readonly unknown[]) =>
    new Timer(setInterval(run, milliseconds, ...args), clearInterval),
  clearInterval: clear,
  setImmediate: (run: Callback, ...args: readonly unknown[]) => {
    immediates.set(++lastImmediate, () => run(...args));
    there.postMessage(lastImmediate);
    return new Timer(lastImmediate, (id: number) => immediates.delete(id));
  },
  clearImmediate: clear,
};

/** `setTimeout` of `node:timers/promises`. */
export function delay(
  milliseconds: number,
  value?: unknown,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const timer = setTimeout(() => resolve(value), milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
