/** Can one node have both types? */
import type { KbSchema } from '../kb/schema';

/** `certain`: no node can. `probable`: none was ever seen to, and nothing suggests that one might. */
export type Clash = 'none' | 'probable' | 'certain';

/** Types of which so little is meant that anything may have them as well. */
const LOOSE_DOMAINS = new Set(['base', 'user', 'common', 'freebase', 'type', 'dataworld', 'media_common', 'kg', 'topic_server', 'pipeline']);

export function typeClash(schema: KbSchema, left: string, right: string): Clash {
  if (left === right) return 'none';
  const one = schema.type(left);
  const other = schema.type(right);
  if (!one || !other || one.kind === 'unknown' || other.kind === 'unknown') return 'none';
  if (one.kind === 'literal' || other.kind === 'literal') {
    if (one.kind !== other.kind) return 'certain';
    return familiesMeet(one.literal, other.literal) ? 'none' : 'certain';
  }
  if (schema.related(left, right) || schema.seenTogether(left, right)) return 'none';
  if (one.kind === 'mediator' || other.kind === 'mediator') {
    const loose = isLoose(left) || isLoose(right);
    return loose ? 'probable' : 'certain';
  }
  if (isLoose(left) || isLoose(right)) return 'none';
  return shareIncludedType(schema, left, right) ? 'none' : 'probable';
}

function familiesMeet(left: string | undefined, right: string | undefined): boolean {
  if (left === right || left === undefined || right === undefined) return true;
  const numeric = new Set(['integer', 'float']);
  return numeric.has(left) && numeric.has(right);
}

function isLoose(type: string): boolean {
  return LOOSE_DOMAINS.has(type.slice(0, type.indexOf('.')));
}

function shareIncludedType(schema: KbSchema, left: string, right: string): boolean {
  const included = schema.included(right);
  for (const type of schema.included(left)) {
    if (type !== 'common.topic' && included.has(type)) return true;
  }
  return false;
}
