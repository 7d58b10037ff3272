/** Can one node have both types? */
import type { KbSchema } from '../schema';

/** `certain`: no node can. `probable`: none was ever seen to, and nothing suggests that one might. */
export type Clash = 'none' | 'probable' | 'certain';

/** Domains about Freebase itself, or so general that anything may be of them as well. */
const LOOSE_DOMAINS = new Set([
  'common',
  'freebase',
  'type',
  'dataworld',
  'media_common',
  'kg',
  'topic_server',
  'pipeline',
  'meta',
]);
/** Domains of the community, whose types are put on nodes of any kind. */
const COMMUNITY_DOMAINS = new Set(['base', 'user']);
/** The upper ontology says what a thing is at all; that two types share it does not bring them together. */
const UPPER = 'base.type_ontology.';
/** A part that a thing plays: what plays it can be anything, whatever the type includes. */
const ROLE =
  /(?:^|_)(?:subject|topic|member|owner|sponsor|nominee|winner|honoree|recipient|asset|venue|attraction|destination|jurisdiction|node|focus|invention|namesake|inspiration|participant|contributor|founder|donor|symbol|collection_item|ranked_item)$/;

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
    const vague = [left, right].some((type) => isOf(LOOSE_DOMAINS, type) || isOf(COMMUNITY_DOMAINS, type));
    return vague ? 'probable' : 'certain';
  }
  return entitiesClash(schema, left, right) ? 'probable' : 'none';
}

/** Neither was seen with the other, both say what their nodes are, and they say different things. */
function entitiesClash(schema: KbSchema, left: string, right: string): boolean {
  if (shareIncludedType(schema, left, right)) return false;
  return [left, right].every((type) => {
    if (isOf(LOOSE_DOMAINS, type) || isRole(type)) return false;
    return !isOf(COMMUNITY_DOMAINS, type) || hasSubstance(schema, type);
  });
}

function isRole(type: string): boolean {
  return ROLE.test(type.slice(type.lastIndexOf('.') + 1));
}

/** Does the type include others that say what its nodes are? */
function hasSubstance(schema: KbSchema, type: string): boolean {
  for (const included of schema.included(type)) {
    if (included !== type && !isOf(LOOSE_DOMAINS, included) && !included.startsWith(UPPER)) return true;
  }
  return false;
}

function familiesMeet(left: string | undefined, right: string | undefined): boolean {
  if (left === right || left === undefined || right === undefined) return true;
  const numeric = new Set(['integer', 'float']);
  return numeric.has(left) && numeric.has(right);
}

function isOf(domains: ReadonlySet<string>, type: string): boolean {
  return domains.has(type.slice(0, Math.max(0, type.indexOf('.'))));
}

function shareIncludedType(schema: KbSchema, left: string, right: string): boolean {
  const included = schema.included(right);
  for (const type of schema.included(left)) {
    if (type !== 'common.topic' && !type.startsWith(UPPER) && included.has(type)) return true;
  }
  return false;
}
