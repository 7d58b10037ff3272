/** Values by key, looked up once; the oldest are dropped. */
export class LookupCache<Value> {
  private readonly known = new Map<string, Value>();

  constructor(private readonly most: number) {}

  /** Looks up all missing keys together. */
  async all(
    keys: readonly string[],
    find: (missing: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  ): Promise<ReadonlyMap<string, Value>> {
    const missing = [...new Set(keys)].filter((key) => !this.known.has(key));
    const found = missing.length ? await find(missing) : new Map<string, Value>();
    const result = new Map<string, Value>();
    for (const key of keys) {
      const value = found.get(key) ?? this.known.get(key);
      if (value !== undefined) result.set(key, value);
    }
    for (const [key, value] of found) this.known.set(key, value);
    for (const key of this.known.keys()) {
      if (this.known.size <= this.most) break;
      this.known.delete(key);
    }
    return result;
  }
}
