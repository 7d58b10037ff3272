/** The hierarchy of the types of a KB, and the types that are too general to be informative. */
import { FREEBASE, OWL, RDFS } from '../../language/rdf/names';
import { memoize } from '../../language/text/cache';
import { addToSet } from '../../language/text/multimap';
import type { Profiles } from './profiles';
import type { SchemaSurvey } from './survey';

export interface TypeOrder {
  /** Whether nearly all nodes have the type. */
  readonly isGeneral: (type: string) => boolean;
  /** The types that each type includes directly. */
  readonly includes: ReadonlyMap<string, ReadonlySet<string>>;
  /** The type and all types that it includes, directly or indirectly. */
  readonly above: (type: string) => ReadonlySet<string>;
  /** The type and all types that include it. */
  readonly below: (type: string) => ReadonlySet<string>;
}

const GENERAL = new Set([
  `${OWL}Thing`,
  `${OWL}NamedIndividual`,
  `${RDFS}Resource`,
  'http://schema.org/Thing',
  'https://schema.org/Thing',
  'http://www.wikidata.org/entity/Q35120',
]);
/** General types of Freebase: the topic, and the upper ontology. */
const TOPIC = `${FREEBASE}common.topic`;
const UPPER = `${FREEBASE}base.type_ontology.`;
/** With fewer nodes it is a coincidence that all of them have another type. */
const MIN_NODES = 5;
/** A type with more than this share of the nodes is general if most other types imply it. */
const MIN_GENERAL_SHARE = 0.6;

export function orderTypes(
  { types, declarations }: SchemaSurvey,
  { partners }: Profiles,
  nodes: number,
): TypeOrder {
  const general = new Set(GENERAL);
  for (const [type, count] of types)
    if (
      type === TOPIC ||
      type.startsWith(UPPER) ||
      (count > nodes * MIN_GENERAL_SHARE && isImpliedByMost(type, types, partners))
    )
      general.add(type);
  const isGeneral = (type: string): boolean => general.has(type);
  const included = new Map<string, Set<string>>();
  const add = (type: string, other: string): void => {
    // The verifiers ignore common.topic when they look for common types, but no other general type.
    if (types.has(other) && (other === TOPIC || !isGeneral(other))) addToSet(included, type, other);
  };
  for (const [type, tally] of partners) {
    const count = types.get(type) ?? 0;
    if (count < MIN_NODES) continue;
    for (const [other, common] of tally)
      if (other !== type && common >= count && (types.get(other) ?? 0) > count) add(type, other);
  }
  for (const [type, other] of declarations.subclasses) if (types.has(type)) add(type, other);
  const above = closure(included);
  const below = closure(inverted(included));
  return { isGeneral, includes: direct(included, above), above, below };
}

function isImpliedByMost(
  type: string,
  types: ReadonlyMap<string, number>,
  partners: Profiles['partners'],
): boolean {
  const others = [...partners].filter(([other]) => other !== type && types.get(other));
  const implying = others.filter(([other, tally]) => (tally.get(type) ?? 0) >= (types.get(other) ?? 0));
  return implying.length > 1 && implying.length >= others.length / 2;
}

function closure(edges: ReadonlyMap<string, ReadonlySet<string>>): (type: string) => ReadonlySet<string> {
  return memoize((type) => {
    const members = new Set([type]);
    for (const member of members) for (const next of edges.get(member) ?? []) members.add(next);
    return members;
  });
}

function inverted(edges: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const map = new Map<string, Set<string>>();
  for (const [from, ends] of edges) for (const end of ends) addToSet(map, end, from);
  return map;
}

/** Removes the edges that follow from others. */
function direct(
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  above: (type: string) => ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const map = new Map<string, ReadonlySet<string>>();
  for (const [type, all] of edges) {
    const needed = [...all].filter(
      (one) =>
        one !== type &&
        ![...all].some((other) => other !== one && above(other).has(one) && !above(one).has(other)),
    );
    map.set(type, new Set(needed));
  }
  return map;
}
