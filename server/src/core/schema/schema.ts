/** The schema of a KB in memory. */
import type { LiteralFamily } from '../language/rdf/datatypes';
import type { RelationId, TypeId } from '../language/rdf/ids';
import { BoundedCache } from '../language/text/cache';
import { addToList, addToSet } from '../language/text/multimap';

/** A mediator (CVT in Freebase) represents an n-ary fact, such as a marriage, and is never an answer itself. */
export type TypeKind = 'entity' | 'mediator' | 'literal' | 'unknown';

export interface EntityType extends Omit<TypeData, 'id' | 'includes'> {
  readonly id: TypeId;
}

export interface Relation {
  readonly id: RelationId;
  /** Undefined if the KB does not declare it. */
  readonly domain: TypeId | undefined;
  readonly range: TypeId | undefined;
  readonly reverse: RelationId | undefined;
  readonly use: UsageLevels;
}

/**
 * How often a relation or a type is used in facts of the KB and in published queries, on a logarithmic scale: 0 is never,
 * 1 is once, 2 is two or three times, 3 is four to seven times, and so on.
 */
export interface UsageLevels {
  readonly facts: number;
  readonly queries: number;
}

export const UNUSED: UsageLevels = { facts: 0, queries: 0 };

const MAX_USUAL_RELATIONS = 300;

/** Returns the most used relations, for a new schema. */
export function selectMostUsedRelations(relations: Iterable<RelationData>): readonly string[] {
  return [...relations]
    .filter(({ use }) => use.queries || use.facts)
    .sort(
      ({ id: left, use: one }, { id: right, use: other }) =>
        other.queries - one.queries || other.facts - one.facts || (left < right ? -1 : 1),
    )
    .slice(0, MAX_USUAL_RELATIONS)
    .map(({ id }) => id);
}

export function toUsageLevel(count: number): number {
  return count < 1 ? 0 : Math.floor(Math.log2(count)) + 1;
}

/** Rows by id; implemented by `Map` and `LazyTable`. */
export interface SchemaTable<Row> {
  readonly size: number;
  get(id: string): Row | undefined;
  has(id: string): boolean;
  keys(): Iterable<string>;
}

/** A schema as plain data, decoded from the compact format or from a user's JSON. */
export interface SchemaData {
  readonly name: string;
  /** The prefix that makes an id an IRI. */
  readonly namespace: string;
  readonly types: SchemaTable<TypeData>;
  readonly relations: SchemaTable<RelationData>;
  /** Pairs of types that some node has, where neither type includes the other. */
  readonly together: Iterable<readonly [string, string]>;
  /** Fast lookups that the data format offers. */
  readonly shortcuts?: Shortcuts;
  /** The relations that queries use most, the most frequent first. */
  readonly usual: readonly string[];
  /** IRIs of the relations from a node to its types, such as `rdf:type`. */
  readonly typing: readonly string[];
  /** Prefixes of ids for which the schema may be incomplete. */
  readonly open: readonly string[];
  /** Whether entities have Freebase machine ids, whose syntax can be checked. */
  readonly machineIds: boolean;
}
interface Shortcuts {
  /** The relations with the given domain, in table order. */
  readonly relationsOf: (type: string) => readonly string[];
  readonly coOccur: (left: string, right: string) => boolean;
}
export interface TypeData {
  readonly id: string;
  readonly kind: TypeKind;
  /** Only for the kind `literal`. */
  readonly literal: LiteralFamily | undefined;
  readonly includes: readonly string[];
  readonly use: UsageLevels;
}
export interface RelationData {
  readonly id: string;
  readonly domain: string | undefined;
  readonly range: string | undefined;
  readonly reverse: string | undefined;
  readonly use: UsageLevels;
}

const MAX_CACHED_IDS = 5000;

export class KbSchema {
  readonly name: string;
  readonly namespace: string;
  readonly machineIds: boolean;
  readonly usual: readonly string[];
  /** IRIs of the relations from a node to its types. */
  readonly typing: ReadonlySet<string>;
  private readonly types: SchemaTable<TypeData>;
  private readonly relations: SchemaTable<RelationData>;
  private readonly ids = new BoundedCache<string>(MAX_CACHED_IDS);
  private readonly closures = new Map<string, ReadonlySet<TypeId>>();
  private readonly shortcuts: Shortcuts;
  private readonly byDomain = new Map<string, readonly RelationId[]>();
  private communityDomains: ReadonlySet<string> | undefined;

  constructor(readonly data: SchemaData) {
    this.name = data.name;
    this.namespace = data.namespace;
    this.machineIds = data.machineIds;
    this.usual = data.usual;
    this.typing = new Set(data.typing);
    this.shortcuts = data.shortcuts ?? buildShortcuts(data);
    this.types = data.types;
    this.relations = data.relations;
  }

  get typeCount(): number {
    return this.types.size;
  }

  get relationCount(): number {
    return this.relations.size;
  }

  /** Returns the id of an IRI of this KB, or undefined for an IRI of another vocabulary. */
  idOf(iri: string): string | undefined {
    return this.ids.getOrCompute(iri, this.findId) || undefined;
  }

  private readonly findId = (iri: string): string => {
    if (iri.startsWith(this.namespace)) return iri.slice(this.namespace.length);
    return this.relations.has(iri) || this.types.has(iri) ? iri : '';
  };

  /** Whether the objects of this relation are the types of its subjects. */
  isTyping(iri: string): boolean {
    return this.typing.has(iri);
  }

  relation(id: string): Relation | undefined {
    return this.relations.get(id) as Relation | undefined;
  }

  type(id: string): EntityType | undefined {
    return this.types.get(id) as EntityType | undefined;
  }

  hasRelation(id: string): boolean {
    return this.relations.has(id);
  }

  hasType(id: string): boolean {
    return this.types.has(id);
  }

  isMediator(id: string | undefined): id is string {
    return id !== undefined && this.type(id)?.kind === 'mediator';
  }

  relationIds(): Iterable<string> {
    return this.relations.keys();
  }

  typeIds(): Iterable<string> {
    return this.types.keys();
  }

  /** Returns the type and all types that it includes, directly or indirectly. */
  includedTypes(id: string): ReadonlySet<TypeId> {
    const cached = this.closures.get(id);
    if (cached) return cached;
    const closure = new Set<TypeId>([id as TypeId]);
    for (const member of closure) {
      for (const next of this.types.get(member)?.includes ?? []) closure.add(next as TypeId);
    }
    // An unknown type is not cached: while a class is typed, it changes at every keystroke.
    if (this.types.has(id)) this.closures.set(id, closure);
    return closure;
  }

  /** Whether a type is another one, or includes it directly or indirectly. */
  includesType(id: string, other: string): boolean {
    return this.includedTypes(id).has(other as TypeId);
  }

  /** Whether one of the types includes the other. */
  areRelated(left: string, right: string): boolean {
    return left === right || this.includesType(left, right) || this.includesType(right, left);
  }

  /** Whether some node of the KB has both types, and neither includes the other. */
  coOccur(left: string, right: string): boolean {
    return this.shortcuts.coOccur(left, right);
  }

  relationsOf(type: string): readonly RelationId[] {
    let relations = this.byDomain.get(type);
    if (!relations) {
      relations = this.shortcuts.relationsOf(type) as readonly RelationId[];
      if (this.types.has(type)) this.byDomain.set(type, relations);
    }
    return relations;
  }

  /** Sorts relations by their use in queries, then in facts. The sort is stable. */
  sortByUse<Id extends string>(relations: readonly Id[]): readonly Id[] {
    const use = (id: string): UsageLevels => this.relations.get(id)?.use ?? UNUSED;
    return [...relations].sort(
      (left, right) => use(right).queries - use(left).queries || use(right).facts - use(left).facts,
    );
  }

  /**
   * Whether the schema would list this relation or type if the KB had it. False for open prefixes, such as those of
   * users' private vocabularies, unless the schema contains the domain.
   */
  isCompleteFor(id: string): boolean {
    const open = this.data.open.find((prefix) => id.startsWith(prefix));
    if (open === undefined) return true;
    // `base.` is open, but the schema is complete for the domains below it that it contains.
    if (!this.machineIds || open === 'user.' || open === '') return false;
    this.communityDomains ??= new Set(Array.from(this.types.keys(), communityDomainOf));
    return this.communityDomains.has(communityDomainOf(id));
  }
}

/** Lookups for data without shortcuts. They build their index on first use. */
function buildShortcuts({ relations, together }: SchemaData): Shortcuts {
  let byDomain: ReadonlyMap<string, readonly string[]> | undefined;
  let partners: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return {
    relationsOf: (type) => (byDomain ??= groupByDomain(relations)).get(type) ?? [],
    coOccur: (left, right) => (partners ??= toSymmetricMap(together)).get(left)?.has(right) ?? false,
  };
}

function toSymmetricMap(
  pairs: Iterable<readonly [string, string]>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const map = new Map<string, Set<string>>();
  for (const [left, right] of pairs) {
    addToSet(map, left, right);
    addToSet(map, right, left);
  }
  return map;
}

function groupByDomain(relations: SchemaTable<RelationData>): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const id of relations.keys()) {
    const domain = relations.get(id)?.domain;
    if (domain !== undefined) addToList(map, domain, id);
  }
  return map;
}

/** `base.aliens` of `base.aliens.abduction`. */
function communityDomainOf(id: string): string {
  return id.split('.').slice(0, 2).join('.');
}
