/** A history with back and forward. */
export interface NavigationHistory {
  readonly places: readonly string[];
  readonly at: number;
}

export const EMPTY_HISTORY: NavigationHistory = { places: [], at: -1 };

/** Adds an entry and removes those ahead; the current entry again changes nothing. */
export function visit(visited: NavigationHistory, place: string): NavigationHistory {
  if (visited.places[visited.at] === place) return visited;
  const places = [...visited.places.slice(0, visited.at + 1), place].slice(-MAX);
  return { places, at: places.length - 1 };
}

/** One step back or forward; undefined if there is none. */
export function step({ places, at }: NavigationHistory, by: -1 | 1): NavigationHistory | undefined {
  return at + by in places ? { places, at: at + by } : undefined;
}

const MAX = 100;
