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

/** Computes the value of each key once. */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) values.set(key, (value = compute(key)));
    return value;
  };
}

/** Computes a value on first use. */
export function once<Value>(compute: () => Value): () => Value {
  let result: { readonly value: Value } | undefined;
  return () => (result ??= { value: compute() }).value;
}

/** Computes the value of each object once, and keeps it as long as the object exists. */
export function memoizeWeak<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let entry = values.get(key);
    if (!entry) values.set(key, (entry = { value: compute(key) }));
    return entry.value;
  };
}
