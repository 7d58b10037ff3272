/** Whether one node can have two types. */
import { isNumeric } from '../../language/rdf/datatypes';
import type { KbSchema } from '../schema';

/** `certain`: no node can have both types. `probable`: no known node has both, and the types are unrelated. */
export type Clash = 'none' | 'probable' | 'certain';

/** Domains about Freebase itself, and general domains whose types any node may have. */
const LOOSE_DOMAINS = new Set(
  'common freebase type dataworld media_common kg topic_server pipeline meta'.split(' '),
);
/** Community domains: their types are assigned to nodes of any kind. */
const COMMUNITY_DOMAINS = new Set(['base', 'user']);
/** Types of the upper ontology are so general that sharing one does not relate two types. */
const UPPER_ONTOLOGY = 'base.type_ontology.';
/** Types that name a role. An entity of any kind can have the role. */
const ROLE_TYPE =
  /(?:^|_)(?:subject|topic|member|owner|sponsor|nominee|winner|honoree|recipient|asset|venue|attraction|destination|jurisdiction|node|focus|invention|namesake|inspiration|participant|contributor|founder|donor|symbol|collection_item|ranked_item)$/;

export function typeClash(schema: KbSchema, left: string, right: string): Clash {
  if (left === right) return 'none';
  const one = schema.type(left);
  const other = schema.type(right);
  if (!one || !other || one.kind === 'unknown' || other.kind === 'unknown') return 'none';
  if (one.kind === 'literal' || other.kind === 'literal') {
    if (one.kind !== other.kind) return 'certain';
    return areCompatibleLiterals(one.literal, other.literal) ? 'none' : 'certain';
  }
  if (schema.areRelated(left, right) || schema.coOccur(left, right)) return 'none';
  if (one.kind === 'mediator' || other.kind === 'mediator') {
    const isLoose = [left, right].some((type) => isIn(LOOSE_DOMAINS, type) || isIn(COMMUNITY_DOMAINS, type));
    return isLoose ? 'probable' : 'certain';
  }
  return areUnrelatedEntityTypes(schema, left, right) ? 'probable' : 'none';
}

/** Whether both types are specific and share no included type. */
function areUnrelatedEntityTypes(schema: KbSchema, left: string, right: string): boolean {
  if (shareIncludedType(schema, left, right)) return false;
  return [left, right].every((type) => {
    if (isIn(LOOSE_DOMAINS, type) || ROLE_TYPE.test(type.slice(type.lastIndexOf('.') + 1))) return false;
    return !isIn(COMMUNITY_DOMAINS, type) || includesSpecificType(schema, type);
  });
}

function includesSpecificType(schema: KbSchema, type: string): boolean {
  for (const included of schema.includedTypes(type)) {
    if (included !== type && !isIn(LOOSE_DOMAINS, included) && !included.startsWith(UPPER_ONTOLOGY))
      return true;
  }
  return false;
}

function areCompatibleLiterals(left: string | undefined, right: string | undefined): boolean {
  if (left === right || left === undefined || right === undefined) return true;
  return isNumeric(left) && isNumeric(right);
}

function isIn(domains: ReadonlySet<string>, type: string): boolean {
  return domains.has(type.slice(0, Math.max(0, type.indexOf('.'))));
}

function shareIncludedType(schema: KbSchema, left: string, right: string): boolean {
  const included = schema.includedTypes(right);
  for (const type of schema.includedTypes(left)) {
    if (type !== 'common.topic' && !type.startsWith(UPPER_ONTOLOGY) && included.has(type)) return true;
  }
  return false;
}
