/** One after the other, in the order in which they come. Who gives up waiting leaves the queue. */
export class Turns {
  private taken = false;
  private readonly queue: (() => void)[] = [];

  /** Gives what to call when done; rejects when aborted before it is one's turn. */
  take(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        this.taken = true;
        resolve(() => this.pass());
      };
      const leave = (): void => {
        this.queue.splice(this.queue.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      if (!this.taken) {
        begin();
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      this.queue.push(begin);
    });
  }

  private pass(): void {
    this.taken = false;
    this.queue.shift()?.();
  }
}
