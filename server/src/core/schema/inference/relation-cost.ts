/** The cost of assuming that the author meant one relation and wrote another. */
import { ownerOf } from './keystroke-index';
import { nameSimilarity, parseName } from './near-names';
import type { KbSchema } from '../schema';
import { similarRelations } from './similar-names';
import { editDistance } from '../../language/text/distance';

/** Returns 0 for the same relation, about 0.5 for a typing error, and up to 4 for an unrelated relation. */
export function relationCost(schema: KbSchema, written: string, meant: string): number {
  if (written === meant) return 0;
  const exists = schema.hasRelation(written);
  const distance = exists ? Infinity : editDistance(written, meant, 3);
  if (distance <= 3) return 0.3 + 0.2 * distance;
  // If a typing error explains the name, another explanation is unlikely.
  const penalty = !exists && isTypingError(schema, written) ? 3 : 0;
  const [before, after] = [parseName(written), parseName(meant)];
  const similarity = Math.min(1.5, nameSimilarity(before, after, exists)) / 1.5;
  const kinship = ownerOf(written) === ownerOf(meant) ? 0.8 : before.domain === after.domain ? 0.6 : 0;
  return penalty + 4 - 1.2 * similarity - 1.4 * kinship;
}

function isTypingError(schema: KbSchema, written: string): boolean {
  return similarRelations(schema, written, { subjectTypes: [], objectTypes: [] }).some(
    (id) => editDistance(written, id, 2) <= 2,
  );
}
