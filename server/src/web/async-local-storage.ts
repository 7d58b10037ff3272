/**
 * `AsyncLocalStorage` of `node:async_hooks`. A browser does not tell which request an asynchronous call belongs to, so the value of a
 * request is visible to everything that runs meanwhile.
 */
export class AsyncLocalStorage<Value> {
  private readonly values: Value[] = [];

  async run<Result>(value: Value, work: () => Promise<Result>): Promise<Result> {
    this.values.push(value);
    try {
      return await work();
    } finally {
      this.values.splice(this.values.indexOf(value), 1);
    }
  }

  getStore(): Value | undefined {
    return this.values.at(-1);
  }
}
