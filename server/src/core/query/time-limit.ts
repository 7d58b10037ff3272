/** Time limits for work that may not end by itself. */

/** The maximum delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * A signal that is aborted with its parent, or when the time is up. The timer is held until `end` is called. `AbortSignal.any` and
 * `AbortSignal.timeout` must not be used: Node 20 collects their timers as garbage (nodejs/node#57736), and the limit never fires.
 */
export class TimeLimit {
  /** Whether the time limit was exceeded. */
  expired = false;
  private readonly controller = new AbortController();
  private readonly timer: ReturnType<typeof setTimeout> | undefined;
  private readonly follow = (): void => this.controller.abort(this.parent.reason);

  constructor(
    private readonly parent: AbortSignal,
    milliseconds = Infinity,
  ) {
    if (parent.aborted) this.follow();
    else parent.addEventListener('abort', this.follow, { once: true });
    if (milliseconds === Infinity) return;
    this.timer = setTimeout(
      () => {
        this.expired = !this.signal.aborted;
        this.controller.abort();
      },
      Math.min(Math.ceil(milliseconds), MAX_DELAY_MS),
    );
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Stops the work before the time is up. */
  abort(): void {
    this.controller.abort();
  }

  /** Removes the timer and the listener. */
  end(): void {
    clearTimeout(this.timer);
    this.parent.removeEventListener('abort', this.follow);
  }
}

/** The result of `work`, or a rejection as soon as the signal is aborted. A later result is dropped. */
export function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export function inSeconds(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 100) / 10;
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

export async function withTimeLimit<Result>(
  parent: AbortSignal,
  milliseconds: number,
  work: (limit: TimeLimit) => Promise<Result>,
): Promise<Result> {
  const limit = new TimeLimit(parent, milliseconds);
  try {
    return await work(limit);
  } finally {
    limit.end();
  }
}
