/** Caches values by key. The oldest are evicted. */
export class LookupCache<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly maxSize: number) {}

  /** Looks up all missing keys in one call. */
  async getAll(
    keys: readonly string[],
    find: (missing: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  ): Promise<ReadonlyMap<string, Value>> {
    const missing = [...new Set(keys)].filter((key) => !this.values.has(key));
    const found = missing.length ? await find(missing) : new Map<string, Value>();
    const result = new Map<string, Value>();
    for (const key of keys) {
      const value = found.get(key) ?? this.values.get(key);
      if (value !== undefined) result.set(key, value);
    }
    for (const [key, value] of found) this.values.set(key, value);
    for (const key of this.values.keys()) {
      if (this.values.size <= this.maxSize) break;
      this.values.delete(key);
    }
    return result;
  }
}
