/** How well a type goes with what is known of a node. */
import type { KbSchema } from '../schema';
import { typeClash } from './clash';

/** From the best to the worst. */
export type Fit =
  /** The node has it, for certain. */
  | 'same'
  /** Of the two types one includes the other. */
  | 'related'
  /** Some node was seen to have both. */
  | 'together'
  /** Nothing is known of the node, or nothing of the type. */
  | 'unknown'
  /** Nothing speaks for it, and nothing against. */
  | 'strange'
  | 'improbable'
  | 'impossible';

export function fitOf(schema: KbSchema, type: string | undefined, known: readonly string[]): Fit {
  if (type === undefined || !known.length) return 'unknown';
  let best: Fit = 'strange';
  for (const other of known) {
    if (other === type || schema.included(other).has(type as never)) {
      best = 'same';
      continue;
    }
    const clash = typeClash(schema, type, other);
    // One thing that speaks against it outweighs all that speaks for it.
    if (clash === 'certain') return 'impossible';
    if (clash === 'probable') return 'improbable';
    if (best === 'same') continue;
    if (schema.related(type, other)) best = 'related';
    else if (best === 'strange' && schema.seenTogether(type, other)) best = 'together';
  }
  return best;
}
