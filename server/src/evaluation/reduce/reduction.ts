/** What is taken from a KB, and which of its facts are left. */
import type { KbSchema } from '../../core/schema/schema';
import { domainsOf } from '../../core/schema/domains';
import { factKey, idIn, idOf, isOfTheFrame, type Fact } from './fact';

export const KINDS = ['relations', 'types', 'entities', 'facts'] as const;
export type Kind = (typeof KINDS)[number];

/** Ids. */
export interface Reduction {
  /** With their reverses, and those of the types that are taken. */
  readonly relations: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  /** Keys of single facts. */
  readonly facts: ReadonlySet<string>;
  /** And of all others so many, by chance. */
  readonly factShare: number;
  readonly seed: number;
}

export const NOTHING_TAKEN: Reduction = {
  relations: new Set(),
  types: new Set(),
  entities: new Set(),
  facts: new Set(),
  factShare: 0,
  seed: 0,
};

/** Why a fact goes; undefined where it stays. */
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
      // What a KB says of a relation goes with it.
      if (relations.has(end)) return 'relations';
      if (entities.has(end)) return 'entities';
    }
    if (isOfTheFrame(relation)) return undefined;
    if (concerns(relation) && facts.has(factKey(fact, schema))) return 'facts';
    return factShare > 0 && chance(`${seed} ${factKey(fact, schema)}`) < factShare ? 'facts' : undefined;
  };
}

/** Between 0 and 1, the same for the same text everywhere: so that no fact need be remembered, nor their order counts. */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The last letters alone would count for too little.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** A relation cannot go without the one that says the same from the other end. */
export function withReverse(relation: string, schema: KbSchema): readonly string[] {
  const reverse = schema.relation(relation)?.reverse;
  return reverse === undefined ? [relation] : [relation, reverse];
}

/** What leads from a type or to it has nowhere to go without it. */
export function relationsOfType(type: string, schema: KbSchema): readonly string[] {
  const own = [...schema.relationsOf(type), ...domainsOf(schema).relationsTo(type)];
  return [...new Set(own.flatMap((relation) => withReverse(relation, schema)))].filter(
    (relation) => !isOfTheFrame(relation),
  );
}
