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
