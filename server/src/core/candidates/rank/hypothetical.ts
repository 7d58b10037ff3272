/**
 * Forms that the schema allows of an entity of this kind, though the KB has no such facts of it: where one of them says the question
 * better than whatever is there, the facts are probably lacking.
 */
import type { KbSchema } from '../../schema/schema';
import { leadsToMediator } from '../surroundings/directions';
import { hopKey, type Hop } from '../surroundings/surroundings';
import { isSystem } from '../../schema/domains';
import { candidateOf, type Candidate } from '../enumerate/candidate';
import { walk } from '../enumerate/chains';

/** Those that queries use most. */
const MOST_RELATIONS = 300;
const MOST_BEHIND = 8;

/** Of the same start as a form, counted where that one counts, and said to lead to as many. */
export function hypotheticalCandidates(
  best: Candidate,
  there: Iterable<Candidate>,
  schema: KbSchema,
): readonly Candidate[] {
  const { start, ends = 1, counts } = best;
  if (!start) return [];
  const known = new Set<string>();
  for (const one of there) if (one.start?.id === start.id) known.add(meaningOf(one.hops, schema));
  return waysOf(start.types, schema)
    .filter((hops) => !known.has(meaningOf(hops, schema)))
    .map((hops) => {
      const plain = walk(start, hops, ends, schema);
      return counts ? candidateOf({ ...plain, counts }) : plain;
    });
}

/** Entities of a KB have more combinations of types than are worth remembering. */
const MAX_REMEMBERED = 200;
const ways = new WeakMap<KbSchema, Map<string, readonly (readonly Hop[])[]>>();

/** Steps and pairs of steps that the schema has for entities of some types; worked out once for the same types. */
function waysOf(types: readonly string[], schema: KbSchema): readonly (readonly Hop[])[] {
  const known = ways.get(schema) ?? new Map<string, readonly (readonly Hop[])[]>();
  ways.set(schema, known);
  const key = types.join(' ');
  let found = known.get(key);
  if (!found) {
    const all = new Set(
      types.flatMap((type) => [...schema.included(type)].flatMap((each) => schema.relationsOf(each))),
    );
    found = schema
      .mostUsed([...all].filter((each) => !isSystem(each)))
      .slice(0, MOST_RELATIONS)
      .flatMap((relation) => waysBy({ relation, reverse: false }, schema));
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, found);
  }
  return found;
}

function waysBy(hop: Hop, schema: KbSchema): readonly (readonly Hop[])[] {
  if (!leadsToMediator(hop, schema)) return [[hop]];
  const mediator = schema.relation(hop.relation)?.range ?? '';
  // Also back by the relation that it came by: a marriage has two spouses.
  return schema
    .mostUsed(schema.relationsOf(mediator).filter((each) => !isSystem(each)))
    .slice(0, MOST_BEHIND)
    .map((relation) => [hop, { relation, reverse: false }]);
}

/** The same for a relation and its reverse walked the other way. */
function meaningOf(hops: readonly Hop[], schema: KbSchema): string {
  return hops
    .map((hop) => {
      const other = schema.relation(hop.relation)?.reverse;
      const keys = [
        hopKey(hop),
        ...(other === undefined ? [] : [hopKey({ relation: other, reverse: !hop.reverse })]),
      ];
      return keys.sort()[0] ?? '';
    })
    .join(' ');
}
