/** The schema the other way round: which domains there are, what is in each, and what leads to a type. */
import { FREEBASE } from '../rdf/names';
import type { RelationId, TypeId } from '../rdf/ids';
import type { KbSchema } from './schema';

export interface Domains {
  /** The commons first, then what the community made; each in the order of the alphabet. */
  readonly ids: readonly string[];
  /** With an empty domain, the types that are in none; the literals that need no declaration are not told. */
  readonly typesIn: (domain: string) => readonly TypeId[];
  /** Types that have this one among those that they include, directly or not. */
  readonly includedBy: (type: string) => readonly TypeId[];
  readonly relationsTo: (type: string) => readonly RelationId[];
  /** Relations of which the KB does not say whose they are. */
  readonly ownerless: readonly RelationId[];
}

const known = new WeakMap<KbSchema, Domains>();

/** Worked out when it is first asked for, once for each schema. */
export function domainsOf(schema: KbSchema): Domains {
  let domains = known.get(schema);
  if (!domains) known.set(schema, (domains = workOut(schema)));
  return domains;
}

/**
 * `film` for film.director and for film.director.film; `base.aliens` and `user.robert` where the community made it;
 * nothing for an id without dots, and for an IRI.
 */
export function domainOf(id: string): string {
  if (id.includes('/')) return '';
  const first = id.indexOf('.');
  const second = isCommunity(id) ? id.indexOf('.', first + 1) : -1;
  return id.slice(0, Math.max(0, first, second));
}

/** Is it outside the commons, in one of the thousands of domains that users of Freebase made? */
export function isCommunity(id: string): boolean {
  return id.startsWith('base.') || id.startsWith('user.');
}

/** Those of the commons first; else in their order. */
export function commonsBefore<Id extends string>(ids: Iterable<Id>): readonly Id[] {
  return [...ids].sort((left, right) => Number(isCommunity(left)) - Number(isCommunity(right)));
}

/** Does the schema part its domains into the commons and those of the community? */
export function hasCommunity(schema: KbSchema): boolean {
  return schema.namespace === FREEBASE;
}

function workOut(schema: KbSchema): Domains {
  const types = new Map<string, TypeId[]>();
  const includers = new Map<string, TypeId[]>();
  for (const id of schema.typeIds()) {
    const domain = domainOf(id);
    if (domain || schema.type(id)?.kind !== 'literal') add(types, domain, id as TypeId);
    for (const other of schema.included(id)) if (other !== id) add(includers, other, id as TypeId);
  }
  const leading = new Map<string, RelationId[]>();
  const ownerless: RelationId[] = [];
  for (const id of schema.relationIds()) {
    const relation = schema.relation(id);
    if (relation?.range !== undefined) add(leading, relation.range, id as RelationId);
    if (relation?.domain === undefined) ownerless.push(id as RelationId);
  }
  for (const lists of [types, includers, leading]) for (const list of lists.values()) list.sort(commonsFirst);
  return {
    ids: [...types.keys()].filter((id) => id !== '').sort(commonsFirst),
    typesIn: (domain) => types.get(domain) ?? [],
    includedBy: (type) => includers.get(type) ?? [],
    relationsTo: (type) => leading.get(type) ?? [],
    ownerless: ownerless.sort(commonsFirst),
  };
}

function add<Id>(lists: Map<string, Id[]>, key: string, id: Id): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}

function commonsFirst(left: string, right: string): number {
  return Number(isCommunity(left)) - Number(isCommunity(right)) || (left < right ? -1 : 1);
}
