/** Which facts come first, and what they are called. */
import { isCommunity } from '../schema/domains';
import { labelOf, qualifiedLabelOf } from '../schema/labels';
import type { RdfTerm } from '../kb/knowledge-base';
import { UNUSED, type KbSchema } from '../schema/schema';
import { DESCRIPTIONS, NAMES, TYPES, type NameOptions } from './entity-queries';

/** The values of one relation, before they are shown. */
export interface RawGroup {
  readonly relation: string;
  readonly direction: 'out' | 'in';
  readonly terms: readonly RdfTerm[];
  readonly truncated: boolean;
}

/** Of Freebase's own housekeeping, and of what nearly every node has. */
const SYSTEM =
  /^(?:type\.object\.|type\.type\.|freebase\.|kg\.|common\.topic\.(?!alias|description|notable_for|image)|dataworld\.|base\.ontologies)/;

/** Name, alias and description; what is told of entities like it, most used first; what leads here; system; types. */
export function ranked<Group extends RawGroup>(
  groups: readonly Group[],
  { schema }: NameOptions,
): readonly (Group & { readonly system: boolean })[] {
  return groups
    .map((group) => {
      const id = schema?.idOf(group.relation) ?? group.relation;
      const place = placeOf(group, id, schema);
      const use = schema?.relation(id)?.use ?? UNUSED;
      return { group: { ...group, system: place >= SYSTEM_PLACE }, id, place, use };
    })
    .sort(
      (left, right) =>
        left.place - right.place ||
        right.use.queries - left.use.queries ||
        right.use.facts - left.use.facts ||
        (left.id < right.id ? -1 : 1),
    )
    .map(({ group }) => group);
}

const SYSTEM_PLACE = 6;

function placeOf({ relation, direction }: RawGroup, id: string, schema: KbSchema | undefined): number {
  if (isOneOf(TYPES, relation) || schema?.isTyping(relation) === true) return direction === 'in' ? 5 : 8;
  if (direction === 'out' && isOneOf(NAMES, relation)) return 0;
  if (direction === 'out' && (isOneOf(DESCRIPTIONS, relation) || id === 'common.topic.alias')) return 1;
  if (SYSTEM.test(id)) return direction === 'out' ? SYSTEM_PLACE : SYSTEM_PLACE + 1;
  return (direction === 'out' ? 2 : 4) + (isCommunity(id) ? 1 : 0);
}

function isOneOf(relations: readonly string[], relation: string): boolean {
  return relations.includes(relation);
}

/** By its last word; where two would be called the same, also by whose it is. */
export function labelled<Group extends RawGroup>(
  groups: readonly Group[],
  schema: KbSchema | undefined,
): readonly (Group & { readonly label: string })[] {
  const named = groups.map((group) => ({ group, id: schema?.idOf(group.relation) ?? group.relation }));
  const times = new Map<string, number>();
  const key = (direction: string, id: string): string => `${direction} ${labelOf(id)}`;
  for (const { group, id } of named) {
    const label = key(group.direction, id);
    times.set(label, (times.get(label) ?? 0) + 1);
  }
  return named.map(({ group, id }) => ({
    ...group,
    label:
      (times.get(key(group.direction, id)) ?? 0) > 1 && !id.includes('/')
        ? qualifiedLabelOf(id)
        : labelOf(id),
  }));
}
