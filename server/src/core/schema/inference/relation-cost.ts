/** How unlikely it is that an author who meant one relation wrote another. */
import { nameLikeness, nameOf } from './near-names';
import type { KbSchema } from '../schema';
import { similarRelations } from './similar-names';
import { editDistance } from '../../language/text/distance';

/** 0 for the same one, about 0.5 for a slip of the hand, up to 4 for one that has nothing in common. */
export function relationCost(schema: KbSchema, written: string, meant: string): number {
  if (written === meant) return 0;
  const exists = schema.hasRelation(written);
  const distance = exists ? Infinity : editDistance(written, meant, 3);
  if (distance <= 3) return 0.3 + 0.2 * distance;
  // Where a slip of the hand explains what is written, hardly anything else does.
  const slip = !exists && isSlip(schema, written) ? 3 : 0;
  const likeness = Math.min(1.5, nameLikeness(nameOf(written), nameOf(meant), exists)) / 1.5;
  const [domain, owner] = [firstOf(written) === firstOf(meant), ownerOf(written) === ownerOf(meant)];
  const kin = owner ? 0.8 : domain ? 0.6 : 0;
  return slip + 4 - 1.2 * likeness - 1.4 * kin;
}

function firstOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('.')));
}

function ownerOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('.')));
}

function isSlip(schema: KbSchema, written: string): boolean {
  return similarRelations(schema, written, { subjectTypes: [], objectTypes: [] }).some(
    (id) => editDistance(written, id, 2) <= 2,
  );
}
