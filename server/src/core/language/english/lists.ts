/** "A, B, or C" */
export function joinWithOr(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}

/** "A, B, and C" */
export function joinWithAnd(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}
