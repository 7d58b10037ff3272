/** A history with back and forward. */
export interface NavigationHistory {
  readonly places: readonly string[];
  readonly at: number;
}

export const EMPTY_HISTORY: NavigationHistory = { places: [], at: -1 };

/** Adds an entry after the current one and removes those after it. Visiting the current entry again changes nothing. */
export function visit(history: NavigationHistory, place: string): NavigationHistory {
  if (history.places[history.at] === place) return history;
  const places = [...history.places.slice(0, history.at + 1), place].slice(-MAX_PLACES);
  return { places, at: places.length - 1 };
}

/** Moves one step back or forward; undefined if there is none. */
export function step({ places, at }: NavigationHistory, by: -1 | 1): NavigationHistory | undefined {
  return at + by in places ? { places, at: at + by } : undefined;
}

const MAX_PLACES = 100;
