/** The schema the other way round: which domains there are, what is in each, and what leads to a type. */
import { FREEBASE } from '../language/rdf/names';
import type { RelationId, TypeId } from '../language/rdf/ids';
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

/** Is it about the KB itself rather than about the world: its types, keys, users? A question seldom means such a relation or class. */
export function isSystem(id: string): boolean {
  return SYSTEM.test(id);
}

const SYSTEM =
  /^(?:(?:type|common|kg|freebase|dataworld|user|rdf)[.:]|https?:\/\/(?:www\.w3\.org|rdf\.freebase\.com\/key)\/)/;

/** Those of the commons first; else in their order. */
export function commonsBefore<Id extends string>(ids: Iterable<Id>): readonly Id[] {
  return [...ids].sort((left, right) => Number(isCommunity(left)) - Number(isCommunity(right)));
}

/** Does the schema part its domains into the commons and those of the community? */
export function hasCommunity(schema: KbSchema): boolean {
  return schema.namespace === FREEBASE;
}

/** Each part when it is first asked for: to read all types or all relations takes a while. */
function workOut(schema: KbSchema): Domains {
  const types = once(() => {
    const lists = new Lists<TypeId>();
    for (const id of schema.typeIds()) {
      const domain = domainOf(id);
      if (domain || schema.type(id)?.kind !== 'literal') lists.add(domain, id as TypeId);
    }
    return lists;
  });
  const ids = once(() => [...types().keys()].filter((id) => id !== '').sort(commonsFirst));
  const includers = once(() => {
    const lists = new Lists<TypeId>();
    for (const id of schema.typeIds())
      for (const other of schema.included(id)) if (other !== id) lists.add(other, id as TypeId);
    return lists;
  });
  const relations = once(() => {
    const leading = new Lists<RelationId>();
    const ownerless: RelationId[] = [];
    for (const id of schema.relationIds()) {
      const relation = schema.relation(id);
      if (relation?.range !== undefined) leading.add(relation.range, id as RelationId);
      if (relation?.domain === undefined) ownerless.push(id as RelationId);
    }
    return { leading, ownerless: ownerless.sort(commonsFirst) };
  });
  return {
    get ids() {
      return ids();
    },
    typesIn: (domain) => types().of(domain),
    includedBy: (type) => includers().of(type),
    relationsTo: (type) => relations().leading.of(type),
    get ownerless() {
      return relations().ownerless;
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Lists by their keys, each put in order when it is first asked for. */
class Lists<Id extends string> {
  private readonly lists = new Map<string, Id[]>();
  private readonly ordered = new Map<string, readonly Id[]>();

  add(key: string, id: Id): void {
    const list = this.lists.get(key);
    if (list) list.push(id);
    else this.lists.set(key, [id]);
  }

  keys(): Iterable<string> {
    return this.lists.keys();
  }

  of(key: string): readonly Id[] {
    let list = this.ordered.get(key);
    if (!list) this.ordered.set(key, (list = this.lists.get(key)?.sort(commonsFirst) ?? []));
    return list;
  }
}

function commonsFirst(left: string, right: string): number {
  return Number(isCommunity(left)) - Number(isCommunity(right)) || (left < right ? -1 : 1);
}
