/** The index of the first item that starts at or after an offset. The items must be sorted by their start. */
export function indexFrom<Item>(
  items: readonly Item[],
  offset: number,
  startOf: (item: Item) => number,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(items[middle] as Item) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
