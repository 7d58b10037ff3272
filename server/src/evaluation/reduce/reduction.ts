/** What is removed from a KB, and which facts stay. */
import type { KbSchema } from '../../core/schema/schema';
import { domainsOf } from '../../core/schema/domains';
import { factKey, idIn, idOf, isStructural, type Fact } from './fact';

export const KINDS = ['relations', 'types', 'entities', 'facts'] as const;
export type Kind = (typeof KINDS)[number];

/** IDs. */
export interface Reduction {
  /** With their reverses, and those of the removed types. */
  readonly relations: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  /** Keys of single facts. */
  readonly facts: ReadonlySet<string>;
  /** The share of all other facts, at random. */
  readonly factShare: number;
  readonly seed: number;
}

/** Why a fact is removed; undefined if it stays. */
export function reasonToDrop(reduction: Reduction, schema: KbSchema): (fact: Fact) => Kind | undefined {
  const { relations, types, entities, facts, factShare, seed } = reduction;
  const { namespace } = schema;
  const single = new Set([...facts].map((key) => key.split(' ')[1] ?? ''));
  const concerns = (relation: string): boolean =>
    single.has(relation) || single.has(schema.relation(relation)?.reverse ?? '');
  return (fact) => {
    const relation = idOf(fact.relation, namespace);
    if (relations.has(relation)) return 'relations';
    const ends = [idIn(fact.subject, schema), idIn(fact.object, schema)];
    for (const end of ends) {
      if (end === undefined) continue;
      if (types.has(end)) return 'types';
      // Facts about a relation are removed with it.
      if (relations.has(end)) return 'relations';
      if (entities.has(end)) return 'entities';
    }
    if (isStructural(relation)) return undefined;
    if (concerns(relation) && facts.has(factKey(fact, schema))) return 'facts';
    return factShare > 0 && chance(`${seed} ${factKey(fact, schema)}`) < factShare ? 'facts' : undefined;
  };
}

/** A hash between 0 and 1, so that neither memory nor the order of facts matters. */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // Mixes the last characters well.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** A relation is removed together with its reverse. */
export function withReverse(relation: string, schema: KbSchema): readonly string[] {
  const reverse = schema.relation(relation)?.reverse;
  return reverse === undefined ? [relation] : [relation, reverse];
}

/** The relations from a type and to it. */
export function relationsOfType(type: string, schema: KbSchema): readonly string[] {
  const own = [...schema.relationsOf(type), ...domainsOf(schema).relationsTo(type)];
  return [...new Set(own.flatMap((relation) => withReverse(relation, schema)))].filter(
    (relation) => !isStructural(relation),
  );
}
