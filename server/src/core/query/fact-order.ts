/** The order and the labels of facts. */
import { groupBy } from '../language/text/multimap';
import { isCommunity } from '../schema/domain-index';
import { labelOf, qualifiedLabelOf } from '../schema/labels';
import type { RdfTerm } from '../kb/knowledge-base';
import { UNUSED, type KbSchema } from '../schema/schema';
import type { NodeFacts } from './fact-queries';
import { DESCRIPTION_RELATIONS, NAME_IRIS, TYPE_IRIS, type NameOptions } from './entity-queries';

export interface RawGroup {
  readonly relation: string;
  readonly direction: 'out' | 'in';
  readonly terms: readonly RdfTerm[];
  readonly truncated: boolean;
}

/** Administrative relations of Freebase, and relations that nearly every node has. */
const SYSTEM_RELATIONS =
  /^(?:type\.object\.|type\.type\.|freebase\.|kg\.|common\.topic\.(?!alias|description|notable_for|image)|dataworld\.|base\.ontologies)/;

export function groupByRelation({
  facts,
  direction,
  truncatedRelations: cut,
}: NodeFacts): readonly RawGroup[] {
  return [...groupBy(facts, ({ relation }) => relation)].map(([relation, own]) => ({
    relation,
    direction,
    terms: own.map(({ term }) => term),
    truncated: cut.has(relation),
  }));
}

/** Names and descriptions first, then outgoing relations by use, incoming ones, system relations, and types. */
export function rankGroups<Group extends RawGroup>(
  groups: readonly Group[],
  { schema }: NameOptions,
): readonly (Group & { readonly system: boolean })[] {
  return groups
    .map((group) => {
      const id = schema?.idOf(group.relation) ?? group.relation;
      const rank = rankOf(group, id, schema);
      const use = schema?.relation(id)?.use ?? UNUSED;
      return { group: { ...group, system: rank >= SYSTEM_RANK }, id, rank, use };
    })
    .sort(
      (left, right) =>
        left.rank - right.rank ||
        right.use.queries - left.use.queries ||
        right.use.facts - left.use.facts ||
        (left.id < right.id ? -1 : 1),
    )
    .map(({ group }) => group);
}

const SYSTEM_RANK = 6;

function rankOf({ relation, direction }: RawGroup, id: string, schema: KbSchema | undefined): number {
  if (isOneOf(TYPE_IRIS, relation) || schema?.isTyping(relation) === true) return direction === 'in' ? 5 : 8;
  if (direction === 'out' && isOneOf(NAME_IRIS, relation)) return 0;
  if (direction === 'out' && (isOneOf(DESCRIPTION_RELATIONS, relation) || id === 'common.topic.alias'))
    return 1;
  if (SYSTEM_RELATIONS.test(id)) return direction === 'out' ? SYSTEM_RANK : SYSTEM_RANK + 1;
  return (direction === 'out' ? 2 : 4) + (isCommunity(id) ? 1 : 0);
}

function isOneOf(relations: readonly string[], relation: string): boolean {
  return relations.includes(relation);
}

/** Labels by the last segment of the id; equal labels are qualified by the type. */
export function labelGroups<Group extends RawGroup>(
  groups: readonly Group[],
  schema: KbSchema | undefined,
): readonly (Group & { readonly label: string })[] {
  const named = groups.map((group) => ({ group, id: schema?.idOf(group.relation) ?? group.relation }));
  const uses = new Map<string, number>();
  const key = (direction: string, id: string): string => `${direction} ${labelOf(id)}`;
  for (const { group, id } of named) {
    const label = key(group.direction, id);
    uses.set(label, (uses.get(label) ?? 0) + 1);
  }
  return named.map(({ group, id }) => ({
    ...group,
    label:
      (uses.get(key(group.direction, id)) ?? 0) > 1 && !id.includes('/') ? qualifiedLabelOf(id) : labelOf(id),
  }));
}
