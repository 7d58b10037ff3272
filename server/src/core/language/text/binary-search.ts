/** The first index below `length` for which `isBefore` is false, or `length`. The items must be sorted. */
export function firstIndex(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first item that starts at or after an offset. The items must be sorted by their start. */
export function indexFrom<Item>(
  items: readonly Item[],
  offset: number,
  startOf: (item: Item) => number,
): number {
  return firstIndex(items.length, (index) => startOf(items[index] as Item) < offset);
}

/** The index of the last start at or before an offset; 0 if there is none. The starts must be sorted. */
export function lastStart(starts: ArrayLike<number>, offset: number): number {
  return Math.max(0, firstIndex(starts.length, (index) => (starts[index] ?? 0) <= offset) - 1);
}
