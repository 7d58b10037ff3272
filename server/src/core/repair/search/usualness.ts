import type { KbSchema } from '../../schema/schema';

/** What a relation that is hardly ever asked for costs, in the place of another: 0 for the same one, or for one that many ask for, up to 1. */
export function rarityCost(schema: KbSchema, before: string, after: string): number {
  if (before === after) return 0;
  const { queries = 0, facts = 0 } = schema.relation(after)?.use ?? {};
  // A few published queries are chance.
  return Math.max(0, 1 - 0.15 * Math.max(0, queries - 2) - 0.015 * facts);
}
