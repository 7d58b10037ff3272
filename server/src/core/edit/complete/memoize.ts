/** Work that is done when it is first asked for, and not again. */

export function memoize<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = work(key)));
    return value;
  };
}

export function once<Value>(work: () => Value): () => Value {
  let done: { readonly value: Value } | undefined;
  return () => (done ??= { value: work() }).value;
}
