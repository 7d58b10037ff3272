/** The maximum delay of a keystroke or a cancellation. */
const SLICE_MS = 10;

/** Limits the time of a search, and lets it yield to the event loop. */
export class SearchBudget {
  /** Whether a request to the KB timed out. */
  hasSlowRequest = false;
  private hasExpired = false;
  private readonly startedAt: number;
  private yieldedAt: number;

  constructor(
    private readonly now: () => number,
    private readonly budgetMs: number,
    private readonly signal: AbortSignal,
  ) {
    this.startedAt = now();
    this.yieldedAt = this.startedAt;
  }

  /** Whether the result depends on the available time, so that another run may find something else. */
  get isTimeDependent(): boolean {
    return this.hasSlowRequest || this.hasExpired;
  }

  get remainingMs(): number {
    return this.budgetMs - (this.now() - this.startedAt);
  }

  get isOver(): boolean {
    if (this.remainingMs <= 0) this.hasExpired = true;
    return this.hasExpired;
  }

  /** Call it between two pieces of work. Rejects if the signal is aborted. */
  async yieldIfNeeded(): Promise<void> {
    this.signal.throwIfAborted();
    if (this.now() - this.yieldedAt < SLICE_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.yieldedAt = this.now();
    this.signal.throwIfAborted();
  }
}
