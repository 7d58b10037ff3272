/** Edit distance with transpositions, and a search for the nearest names. */

/** Reused between calls, to avoid allocations. */
let rows: [Uint16Array, Uint16Array, Uint16Array] = [
  new Uint16Array(64),
  new Uint16Array(64),
  new Uint16Array(64),
];

/** Returns Infinity if the distance is greater than `within`. */
export function editDistance(left: string, right: string, within = 60000): number {
  if (left === right) return 0;
  if (Math.abs(left.length - right.length) > within) return Infinity;
  const width = right.length + 1;
  if (rows[0].length < width)
    rows = [new Uint16Array(width * 2), new Uint16Array(width * 2), new Uint16Array(width * 2)];
  let [before, previous, current] = rows;
  for (let column = 0; column < width; column++) previous[column] = column;
  for (let row = 1; row <= left.length; row++) {
    const letter = left.charCodeAt(row - 1);
    let best = row;
    current[0] = row;
    for (let column = 1; column < width; column++) {
      const other = right.charCodeAt(column - 1);
      let cost = (previous[column - 1] ?? 0) + (letter === other ? 0 : 1);
      const deletion = (previous[column] ?? 0) + 1;
      const insertion = (current[column - 1] ?? 0) + 1;
      if (deletion < cost) cost = deletion;
      if (insertion < cost) cost = insertion;
      if (
        row > 1 &&
        column > 1 &&
        letter === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === other
      ) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      current[column] = cost;
      if (cost < best) best = cost;
    }
    if (best > within) return Infinity;
    [before, previous, current] = [previous, current, before];
  }
  return previous[right.length] ?? Infinity;
}

/** Returns the names within a distance, nearest first. */
export function findNearest(
  name: string,
  names: Iterable<string>,
  { limit, within }: { readonly limit: number; readonly within: number },
): readonly string[] {
  const matches: { readonly name: string; readonly distance: number }[] = [];
  for (const candidate of names) {
    const distance = editDistance(name, candidate, within);
    if (distance <= within) matches.push({ name: candidate, distance });
  }
  matches.sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1));
  return matches.slice(0, limit).map(({ name }) => name);
}
