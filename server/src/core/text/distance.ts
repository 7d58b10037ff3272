/** Edit distance with transpositions, and the names nearest to a mistyped one. */

export function editDistance(left: string, right: string, within = Infinity): number {
  if (left === right) return 0;
  if (Math.abs(left.length - right.length) > within) return Infinity;
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= right.length; column++) {
      const same = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 &&
        left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === right.charCodeAt(column - 1);
      if (swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
      if (cost < best) best = cost;
    }
    if (best > within) return Infinity;
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? Infinity;
}

/** The names within a distance, nearest first. */
export function nearest(
  name: string,
  names: Iterable<string>,
  { most, within }: { readonly most: number; readonly within: number },
): readonly string[] {
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const candidate of names) {
    const distance = editDistance(name, candidate, within);
    if (distance <= within) found.push({ name: candidate, distance });
  }
  found.sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1));
  return found.slice(0, most).map(({ name }) => name);
}
