import type { NamedThing } from './named-thing';

/** How much a relation or class is used, in facts and in published queries: 0 to 1. */
export function usageOf({ use: { facts, queries }, remote }: NamedThing): number {
  // A few published queries are chance.
  const much = 0.07 * Math.max(0, queries - 2) + 0.03 * facts;
  return Math.min(1, much) * (remote ? 0.7 : 1);
}
