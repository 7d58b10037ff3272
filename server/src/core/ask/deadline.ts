/** A signal that is aborted with another, or when time is up. */
export class Deadline {
  readonly signal: AbortSignal;
  /** Time was up before the work was done. */
  struck = false;
  private readonly timer: ReturnType<typeof setTimeout>;

  constructor(signal: AbortSignal, milliseconds: number) {
    const late = new AbortController();
    this.signal = AbortSignal.any([signal, late.signal]);
    this.timer = setTimeout(() => {
      this.struck = true;
      late.abort();
    }, milliseconds);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
