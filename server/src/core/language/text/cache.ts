/** Caches of computed values. */

/** A cache that is cleared when it has `maxEntries`. */
export class BoundedCache<Value extends string | object> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly maxEntries: number) {}

  getOrCompute(key: string, compute: (key: string) => Value): Value {
    let value = this.values.get(key);
    if (value === undefined) {
      value = compute(key);
      if (this.values.size >= this.maxEntries) this.values.clear();
      this.values.set(key, value);
    }
    return value;
  }
}

/** Returns a function that computes the value of each object once. */
export function cachePerObject<Key extends object, Value extends object>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    let value = cache.get(key);
    if (!value) cache.set(key, (value = compute(key)));
    return value;
  };
}
