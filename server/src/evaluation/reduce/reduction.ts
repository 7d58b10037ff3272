/** Describes which elements are removed from a KB and decides which facts remain. */
import type { KbSchema } from '../../core/schema/schema';
import { domainIndexOf } from '../../core/schema/domain-index';
import { factKey, termId, stripNamespace, isStructural, type Fact } from './fact';

export const ELEMENT_KINDS = ['relations', 'types', 'entities', 'facts'] as const;
export type ElementKind = (typeof ELEMENT_KINDS)[number];

/** IDs of the removed elements. */
export interface Reduction {
  /** Includes reverses, and the relations of removed types. */
  readonly relations: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  /** Keys of single facts. */
  readonly facts: ReadonlySet<string>;
  /** Share of the other facts that is removed at random. */
  readonly factShare: number;
  readonly seed: number;
}

/** Returns a function that tells why a fact is removed; undefined if it remains. */
export function reasonToDrop(
  reduction: Reduction,
  schema: KbSchema,
): (fact: Fact) => ElementKind | undefined {
  const { relations, types, entities, facts, factShare, seed } = reduction;
  const { namespace } = schema;
  const factRelations = new Set([...facts].map((key) => key.split(' ')[1] ?? ''));
  const hasRemovedFacts = (relation: string): boolean =>
    factRelations.has(relation) || factRelations.has(schema.relation(relation)?.reverse ?? '');
  return (fact) => {
    const relation = stripNamespace(fact.relation, namespace);
    if (relations.has(relation)) return 'relations';
    const ends = [termId(fact.subject, schema), termId(fact.object, schema)];
    for (const end of ends) {
      if (end === undefined) continue;
      if (types.has(end)) return 'types';
      // Facts about a relation are removed with it.
      if (relations.has(end)) return 'relations';
      if (entities.has(end)) return 'entities';
    }
    if (isStructural(relation)) return undefined;
    if (hasRemovedFacts(relation) && facts.has(factKey(fact, schema))) return 'facts';
    return factShare > 0 && hashToUnit(`${seed} ${factKey(fact, schema)}`) < factShare ? 'facts' : undefined;
  };
}

/** Hashes to a number between 0 and 1, so that the choice needs no memory and does not depend on the order of facts. */
function hashToUnit(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // Finalizer of MurmurHash3, which mixes the last characters.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** A relation is removed together with its reverse. */
export function withReverse(relation: string, schema: KbSchema): readonly string[] {
  const reverse = schema.relation(relation)?.reverse;
  return reverse === undefined ? [relation] : [relation, reverse];
}

/** Lists the relations from and to a type. */
export function relationsOfType(type: string, schema: KbSchema): readonly string[] {
  const relations = [...schema.relationsOf(type), ...domainIndexOf(schema).relationsTo(type)];
  return [...new Set(relations.flatMap((relation) => withReverse(relation, schema)))].filter(
    (relation) => !isStructural(relation),
  );
}
