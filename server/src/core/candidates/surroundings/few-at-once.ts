/** Lets only a few tasks be under way together; the others wait for their turn, in their order. */
export class FewAtOnce {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.running < this.most) this.running++;
    else await new Promise<void>((go) => this.waiting.push(go));
    try {
      return await task();
    } finally {
      // Whoever waits takes the place over.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
