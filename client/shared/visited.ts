/** A history with back and forward. */
export interface Visited {
  readonly places: readonly string[];
  readonly at: number;
}

export const NOWHERE: Visited = { places: [], at: -1 };

/** Adds an entry and removes those ahead; the current entry again changes nothing. */
export function visit(visited: Visited, place: string): Visited {
  if (visited.places[visited.at] === place) return visited;
  const places = [...visited.places.slice(0, visited.at + 1), place].slice(-MOST);
  return { places, at: places.length - 1 };
}

/** One step back or forward; undefined if there is none. */
export function step({ places, at }: Visited, by: -1 | 1): Visited | undefined {
  return at + by in places ? { places, at: at + by } : undefined;
}

const MOST = 100;
