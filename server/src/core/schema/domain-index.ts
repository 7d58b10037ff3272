/** Reverse lookups in a schema: the domains, their types, and the relations to a type. */
import { FREEBASE } from '../language/rdf/names';
import type { RelationId, TypeId } from '../language/rdf/ids';
import { memoizeWeak, once } from '../language/text/cache';
import { addToList } from '../language/text/multimap';
import type { KbSchema } from './schema';

export interface DomainIndex {
  /** The domains of the commons, then those of the community, each sorted by id. */
  readonly ids: readonly string[];
  /** For an empty domain, the types without a domain, except built-in literals. */
  readonly typesIn: (domain: string) => readonly TypeId[];
  /** The types that include this type, directly or indirectly. */
  readonly includedBy: (type: string) => readonly TypeId[];
  readonly relationsTo: (type: string) => readonly RelationId[];
  /** Relations without a domain. */
  readonly withoutDomain: readonly RelationId[];
}

/** The lookups of a schema. They are built on first use. */
export const domainIndexOf = memoizeWeak(indexDomains);

/**
 * Returns `film` for film.director and film.director.film, `base.aliens` or `user.robert` for an id of the community, and
 * an empty string for an id without dots and for an IRI.
 */
export function domainOf(id: string): string {
  if (id.includes('/')) return '';
  const first = id.indexOf('.');
  const second = isCommunity(id) ? id.indexOf('.', first + 1) : -1;
  return id.slice(0, Math.max(0, first, second));
}

/** Whether the id is in one of the domains that users of Freebase created, outside the commons. */
export function isCommunity(id: string): boolean {
  return id.startsWith('base.') || id.startsWith('user.');
}

/** Whether the relation or class describes the KB itself (types, keys, users). A question rarely means it. */
export function isSystem(id: string): boolean {
  return SYSTEM.test(id);
}

const SYSTEM =
  /^(?:(?:type|common|kg|freebase|dataworld|user|rdf)[.:]|https?:\/\/(?:www\.w3\.org|rdf\.freebase\.com\/key)\/)/;

/** Puts ids of the commons first. The sort is stable. */
export function sortCommonsFirst<Id extends string>(ids: Iterable<Id>): readonly Id[] {
  return [...ids].sort((left, right) => Number(isCommunity(left)) - Number(isCommunity(right)));
}

/** Whether the schema distinguishes the commons from the domains of the community. */
export function hasCommunityDomains(schema: KbSchema): boolean {
  return schema.namespace === FREEBASE;
}

/** Each part is built on first use, because reading all types or relations takes time. */
function indexDomains(schema: KbSchema): DomainIndex {
  const types = once(() => {
    const lists = new SortedLists<TypeId>();
    for (const id of schema.typeIds()) {
      const domain = domainOf(id);
      if (domain || schema.type(id)?.kind !== 'literal') lists.add(domain, id as TypeId);
    }
    return lists;
  });
  const ids = once(() => [...types().keys()].filter((id) => id !== '').sort(compareIds));
  const includers = once(() => {
    const lists = new SortedLists<TypeId>();
    for (const id of schema.typeIds())
      for (const other of schema.includedTypes(id)) if (other !== id) lists.add(other, id as TypeId);
    return lists;
  });
  const relations = once(() => {
    const byRange = new SortedLists<RelationId>();
    const ownerless: RelationId[] = [];
    for (const id of schema.relationIds()) {
      const relation = schema.relation(id);
      if (relation?.range !== undefined) byRange.add(relation.range, id as RelationId);
      if (relation?.domain === undefined) ownerless.push(id as RelationId);
    }
    return { byRange, ownerless: ownerless.sort(compareIds) };
  });
  return {
    get ids() {
      return ids();
    },
    typesIn: (domain) => types().of(domain),
    includedBy: (type) => includers().of(type),
    relationsTo: (type) => relations().byRange.of(type),
    get withoutDomain() {
      return relations().ownerless;
    },
  };
}

/** Lists of ids by key. A list is sorted on first access. */
class SortedLists<Id extends string> {
  private readonly lists = new Map<string, Id[]>();
  private readonly sorted = new Map<string, readonly Id[]>();

  add(key: string, id: Id): void {
    addToList(this.lists, key, id);
  }

  keys(): Iterable<string> {
    return this.lists.keys();
  }

  of(key: string): readonly Id[] {
    let list = this.sorted.get(key);
    if (!list) this.sorted.set(key, (list = this.lists.get(key)?.sort(compareIds) ?? []));
    return list;
  }
}

function compareIds(left: string, right: string): number {
  return Number(isCommunity(left)) - Number(isCommunity(right)) || (left < right ? -1 : 1);
}
