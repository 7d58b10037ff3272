/** Keeps a search from holding up everything else in the process, and from going on for ever. */

/** What a keystroke or a cancel may have to wait. */
const SLICE_MS = 10;

export class Pace {
  /** Whether the KB was too slow with something. */
  late = false;
  private over = false;
  private readonly began: number;
  private rested: number;

  constructor(
    private readonly now: () => number,
    private readonly milliseconds: number,
    private readonly signal: AbortSignal,
  ) {
    this.began = now();
    this.rested = this.began;
  }

  /** Whether time has put an end to something: at another time, or on another machine, something else may be found. */
  get struck(): boolean {
    return this.late || this.over;
  }

  get leftMs(): number {
    return this.milliseconds - (this.now() - this.began);
  }

  get isOver(): boolean {
    if (this.leftMs <= 0) this.over = true;
    return this.over;
  }

  /** To be awaited between one piece of work and the next. Rejects when the signal is aborted. */
  async step(): Promise<void> {
    this.signal.throwIfAborted();
    if (this.now() - this.rested < SLICE_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.rested = this.now();
    this.signal.throwIfAborted();
  }
}
