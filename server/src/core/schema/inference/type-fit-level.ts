/** How well a type fits the known types of a node. */
import type { KbSchema } from '../schema';
import { typeClash } from './clash';

/** Ordered from best to worst. */
export type TypeFitLevel =
  /** The node certainly has the type. */
  | 'same'
  /** The type includes a known type, or is included in one. */
  | 'related'
  /** Some node of the KB has the type and a known type. */
  | 'together'
  /** The types of the node, or the type itself, are unknown. */
  | 'unknown'
  /** There is evidence neither for it nor against it. */
  | 'strange'
  | 'improbable'
  | 'impossible';

export function typeFitLevel(
  schema: KbSchema,
  type: string | undefined,
  known: readonly string[],
): TypeFitLevel {
  if (type === undefined || !known.length) return 'unknown';
  let best: TypeFitLevel = 'strange';
  for (const other of known) {
    if (other === type || schema.includesType(other, type)) {
      best = 'same';
      continue;
    }
    const clash = typeClash(schema, type, other);
    // A clash outweighs all evidence for the type.
    if (clash === 'certain') return 'impossible';
    if (clash === 'probable') return 'improbable';
    if (best === 'same') continue;
    if (schema.areRelated(type, other)) best = 'related';
    else if (best === 'strange' && schema.coOccur(type, other)) best = 'together';
  }
  return best;
}
