/** Takes items from each list in turn, each item once, so that a long list leaves room for the others. */
export function roundRobin(lists: readonly (readonly string[])[], limit: number): readonly string[] {
  const taken = new Set<string>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let at = 0; at < longest; at++)
    for (const list of lists) {
      const item = list[at];
      if (item === undefined) continue;
      if (taken.size >= limit) return [...taken];
      taken.add(item);
    }
  return [...taken];
}
