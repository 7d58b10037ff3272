/** How the types of a KB stand to each other: which include others, which are too general to say anything, which meet. */
import { FREEBASE, OWL, RDFS } from '../../language/rdf/names';
import type { Profiles } from './profiles';
import type { SchemaSurvey } from './survey';

export interface TypeOrder {
  /** Says nothing of a node: nearly all have it. */
  readonly isGeneral: (type: string) => boolean;
  /** What a type includes directly. */
  readonly includes: ReadonlyMap<string, ReadonlySet<string>>;
  /** The type and all that it includes, however indirectly. */
  readonly above: (type: string) => ReadonlySet<string>;
  /** The type and all that include it. */
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
/** Freebase's own: these two say of everything that it is a topic, and what it is at all. */
const TOPIC = `${FREEBASE}common.topic`;
const UPPER = `${FREEBASE}base.type_ontology.`;
/** That few nodes of one type happen to have another too does not make it part of the type. */
const ENOUGH = 5;
/** A type of more nodes than these is general, where most other types imply it. */
const MOST_NODES = 0.6;

export function orderTypes(
  { types, declared }: SchemaSurvey,
  { partners }: Profiles,
  nodes: number,
): TypeOrder {
  const general = new Set(GENERAL);
  for (const [type, count] of types)
    if (
      type === TOPIC ||
      type.startsWith(UPPER) ||
      (count > nodes * MOST_NODES && isOverMost(type, types, partners))
    )
      general.add(type);
  const isGeneral = (type: string): boolean => general.has(type);
  const seen = new Map<string, Set<string>>();
  const add = (type: string, other: string): void => {
    // The verifiers know of Freebase's topics that they bring nothing together; of others they do not.
    if (types.has(other) && (other === TOPIC || !isGeneral(other))) addTo(seen, type, other);
  };
  for (const [type, tally] of partners) {
    const count = types.get(type) ?? 0;
    if (count < ENOUGH) continue;
    for (const [other, common] of tally)
      if (other !== type && common >= count && (types.get(other) ?? 0) > count) add(type, other);
  }
  for (const [type, other] of declared.subclasses) if (types.has(type)) add(type, other);
  const above = closure(seen);
  const below = closure(turned(seen));
  return { isGeneral, includes: direct(seen, above), above, below };
}

function isOverMost(
  type: string,
  types: ReadonlyMap<string, number>,
  partners: Profiles['partners'],
): boolean {
  const others = [...partners].filter(([other]) => other !== type && types.get(other));
  const implying = others.filter(([other, tally]) => (tally.get(type) ?? 0) >= (types.get(other) ?? 0));
  return implying.length > 1 && implying.length >= others.length / 2;
}

function closure(edges: ReadonlyMap<string, ReadonlySet<string>>): (type: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (type) => {
    let all = known.get(type);
    if (!all) {
      const found = new Set([type]);
      for (const member of found) for (const next of edges.get(member) ?? []) found.add(next);
      known.set(type, (all = found));
    }
    return all;
  };
}

function turned(edges: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const map = new Map<string, Set<string>>();
  for (const [from, ends] of edges) for (const end of ends) addTo(map, end, from);
  return map;
}

/** Without what follows from the rest. */
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

export function addTo<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}
