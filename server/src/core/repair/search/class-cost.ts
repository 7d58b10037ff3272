/** How unlikely it is that an author who meant one class wrote another. */
import { nameLikeness, nameOf } from '../../schema/inference/near-names';
import type { KbSchema } from '../../schema/schema';
import { editDistance } from '../../language/text/distance';

/** What it costs to do without a class. */
export function dropCost(schema: KbSchema, id: string): number {
  return schema.hasType(id) ? 1.3 : 1;
}

/** A class that only looks a little alike must be worth more than none. */
export function classCost(schema: KbSchema, written: string, meant: string): number {
  if (written === meant) return 0;
  const exists = schema.hasType(written);
  const distance = exists ? Infinity : editDistance(written, meant, 3);
  if (distance <= 3) return 0.2 + 0.2 * distance;
  const likeness = Math.min(1.5, nameLikeness(nameOf(written), nameOf(meant), exists)) / 1.5;
  return 2.4 - likeness;
}
