/** The KB schema in memory: every question about it is answered at once. */
import type { LiteralFamily } from '../language/rdf/datatypes';
import type { RelationId, TypeId } from '../language/rdf/ids';

/** A mediator (Freebase calls it a CVT) holds an n-ary fact, such as one marriage, and is never itself an answer. */
export type TypeKind = 'entity' | 'mediator' | 'literal' | 'unknown';

export interface EntityType {
  readonly id: TypeId;
  readonly kind: TypeKind;
  /** For kind `literal`. */
  readonly literal: LiteralFamily | undefined;
  readonly use: UsageLevels;
}

export interface Relation {
  readonly id: RelationId;
  /** Absent where the KB does not say. */
  readonly domain: TypeId | undefined;
  readonly range: TypeId | undefined;
  readonly reverse: RelationId | undefined;
  readonly use: UsageLevels;
}

/**
 * How much a relation or a type is used: in facts of the KB, and in published queries. Levels, each twice the one below:
 * 0 is never seen, 1 once, 2 two or three times, 3 up to seven, and so on.
 */
export interface UsageLevels {
  readonly facts: number;
  readonly queries: number;
}

export const UNUSED: UsageLevels = { facts: 0, queries: 0 };

const MOST_USUAL = 300;

/** The relations that are used most, for a schema that is being made. */
export function usualOf(relations: Iterable<RelationData>): readonly string[] {
  return [...relations]
    .filter(({ use }) => use.queries || use.facts)
    .sort(
      ({ id: left, use: one }, { id: right, use: other }) =>
        other.queries - one.queries || other.facts - one.facts || (left < right ? -1 : 1),
    )
    .slice(0, MOST_USUAL)
    .map(({ id }) => id);
}

export function useLevel(count: number): number {
  return count < 1 ? 0 : Math.floor(Math.log2(count)) + 1;
}

/** What the schema needs of a table of rows; a `Map` is one. */
export interface SchemaTable<Row> {
  readonly size: number;
  get(id: string): Row | undefined;
  has(id: string): boolean;
  keys(): Iterable<string>;
}

/** The schema as plain data: what the compact format and a user's JSON both decode to. */
export interface SchemaData {
  readonly name: string;
  /** What stands before every id to make it an IRI. */
  readonly namespace: string;
  readonly types: SchemaTable<TypeData>;
  readonly relations: SchemaTable<RelationData>;
  /** Pairs of types that some node has both of, though neither includes the other. */
  readonly together: Iterable<readonly [string, string]>;
  /** How to find some of this without going through all of it, where the form of the data has a way. */
  readonly shortcuts?: Shortcuts;
  /** The relations that queries use most, the commonest first. */
  readonly usual: readonly string[];
  /** IRIs of the relations that say which type a node has. */
  readonly typing: readonly string[];
  /** Prefixes of ids about which the schema makes no claim of being complete. */
  readonly open: readonly string[];
  /** Whether ids are Freebase's machine ids, whose form can be judged. */
  readonly machineIds: boolean;
}
interface Shortcuts {
  /** The relations whose domain a type is, in the order of the table. */
  readonly relationsOf: (type: string) => readonly string[];
  readonly seenTogether: (left: string, right: string) => boolean;
}
export interface TypeData {
  readonly id: string;
  readonly kind: TypeKind;
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

/** Ids of the IRIs that were asked for last: the same few, at every keystroke. */
const MOST_REMEMBERED = 5000;

export class KbSchema {
  readonly name: string;
  readonly namespace: string;
  readonly machineIds: boolean;
  readonly usual: readonly string[];
  /** IRIs of the relations that say which type a node has. */
  readonly typing: ReadonlySet<string>;
  private readonly types: SchemaTable<TypeData>;
  private readonly relations: SchemaTable<RelationData>;
  private readonly open: readonly string[];
  private readonly ids = new Map<string, string>();
  private readonly closures = new Map<string, ReadonlySet<TypeId>>();
  private readonly shortcuts: Shortcuts;
  private readonly byDomain = new Map<string, readonly RelationId[]>();
  private knownDomains: ReadonlySet<string> | undefined;

  /** `data`: for whoever makes another schema of it. */
  constructor(readonly data: SchemaData) {
    this.name = data.name;
    this.namespace = data.namespace;
    this.machineIds = data.machineIds;
    this.usual = data.usual;
    this.typing = new Set(data.typing);
    this.open = data.open;
    this.shortcuts = data.shortcuts ?? searching(data);
    this.types = data.types;
    this.relations = data.relations;
  }

  get typeCount(): number {
    return this.types.size;
  }

  get relationCount(): number {
    return this.relations.size;
  }

  /** The id of an IRI within this KB, or nothing for an IRI of another vocabulary. */
  idOf(iri: string): string | undefined {
    let id = this.ids.get(iri);
    if (id === undefined) {
      id = this.findId(iri);
      if (this.ids.size >= MOST_REMEMBERED) this.ids.clear();
      this.ids.set(iri, id);
    }
    return id === '' ? undefined : id;
  }

  private findId(iri: string): string {
    if (iri.startsWith(this.namespace)) return iri.slice(this.namespace.length);
    return this.relations.has(iri) || this.types.has(iri) ? iri : '';
  }

  /** Does this relation say which type its subject has? */
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

  relationIds(): Iterable<string> {
    return this.relations.keys();
  }

  typeIds(): Iterable<string> {
    return this.types.keys();
  }

  /** The type itself and all that it includes, directly or not. */
  included(id: string): ReadonlySet<TypeId> {
    const known = this.closures.get(id);
    if (known) return known;
    const closure = new Set<TypeId>([id as TypeId]);
    for (const member of closure) {
      for (const next of this.types.get(member)?.includes ?? []) closure.add(next as TypeId);
    }
    // A class that is being typed is another one at every keystroke.
    if (this.types.has(id)) this.closures.set(id, closure);
    return closure;
  }

  /** Does one of the two include the other? */
  related(left: string, right: string): boolean {
    return (
      left === right || this.included(left).has(right as TypeId) || this.included(right).has(left as TypeId)
    );
  }

  seenTogether(left: string, right: string): boolean {
    return this.shortcuts.seenTogether(left, right);
  }

  relationsOf(type: string): readonly RelationId[] {
    let relations = this.byDomain.get(type);
    if (!relations) {
      relations = this.shortcuts.relationsOf(type) as readonly RelationId[];
      if (this.types.has(type)) this.byDomain.set(type, relations);
    }
    return relations;
  }

  /** The same relations, those that queries and facts use most first; else in their order. */
  mostUsed<Id extends string>(relations: readonly Id[]): readonly Id[] {
    const use = (id: string): UsageLevels => this.relations.get(id)?.use ?? UNUSED;
    return [...relations].sort(
      (left, right) => use(right).queries - use(left).queries || use(right).facts - use(left).facts,
    );
  }

  /**
   * Would the schema list this relation or type if the KB had it? For the commons, yes. Of a user's private vocabulary,
   * or a domain that it does not know at all, it cannot tell.
   */
  claimsToKnow(id: string): boolean {
    const open = this.open.find((prefix) => id.startsWith(prefix));
    if (open === undefined) return true;
    // `base.` is open as a whole, but a domain below it that the schema knows is known entirely.
    if (!this.machineIds || open === 'user.' || open === '') return false;
    this.knownDomains ??= domainsOf(this.types.keys());
    return this.knownDomains.has(id.split('.').slice(0, 2).join('.'));
  }
}

/** For data that is just a table: everything is looked through, once. */
function searching({ relations, together }: SchemaData): Shortcuts {
  let byDomain: ReadonlyMap<string, readonly string[]> | undefined;
  let partners: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return {
    relationsOf: (type) => (byDomain ??= groupByDomain(relations)).get(type) ?? [],
    seenTogether: (left, right) => (partners ??= symmetric(together)).get(left)?.has(right) ?? false,
  };
}

function symmetric(pairs: Iterable<readonly [string, string]>): ReadonlyMap<string, ReadonlySet<string>> {
  const map = new Map<string, Set<string>>();
  const add = (from: string, to: string): void => {
    const set = map.get(from);
    if (set) set.add(to);
    else map.set(from, new Set([to]));
  };
  for (const [left, right] of pairs) {
    add(left, right);
    add(right, left);
  }
  return map;
}

function groupByDomain(relations: SchemaTable<RelationData>): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const id of relations.keys()) {
    const domain = relations.get(id)?.domain;
    if (domain === undefined) continue;
    const list = map.get(domain);
    if (list) list.push(id);
    else map.set(domain, [id]);
  }
  return map;
}

function domainsOf(types: Iterable<string>): ReadonlySet<string> {
  const domains = new Set<string>();
  for (const id of types) domains.add(id.split('.').slice(0, 2).join('.'));
  return domains;
}
