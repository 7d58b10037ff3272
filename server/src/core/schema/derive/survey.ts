/** What there is in a KB: how it says what a node is, its types and relations with their counts, and what it declares of them. */
import { FREEBASE, OWL, RDF, RDFS, RDF_TYPE, XSD } from '../../language/rdf/names';
import { iriIn, numberIn, type SchemaQueries } from './schema-queries';

export interface SchemaSurvey {
  /** The relation that says which type a node has: of those in use, the one used most. */
  readonly typing: string;
  /** All of them that are in use. */
  readonly typings: readonly string[];
  /** With the number of nodes, or of facts; NaN where the KB did not count them. Classes that are only declared are there too. */
  readonly types: ReadonlyMap<string, number>;
  readonly relations: ReadonlyMap<string, number>;
  readonly wholeTypes: boolean;
  readonly wholeRelations: boolean;
  readonly declared: Declared;
}

interface Declared {
  readonly domains: ReadonlyMap<string, string>;
  readonly ranges: ReadonlyMap<string, string>;
  /** A class and one that it is a subclass of. */
  readonly subclasses: readonly (readonly [string, string])[];
  readonly inverses: readonly (readonly [string, string])[];
}

const WIKIDATA_TYPING = 'http://www.wikidata.org/prop/direct/P31';
const FREEBASE_TYPING = `${FREEBASE}type.object.type`;
const TYPINGS = [RDF_TYPE, FREEBASE_TYPING, WIKIDATA_TYPING];

export async function survey(asking: SchemaQueries): Promise<SchemaSurvey> {
  const uses = new Map<string, number>();
  for (const typing of TYPINGS) {
    // One that cannot be counted is in use all the more.
    const count = (await asking.number(`SELECT (COUNT(*) AS ?n) { ?s <${typing}> ?t }`)) ?? Infinity;
    if (count) uses.set(typing, count);
  }
  const typings = [...uses.keys()].sort((left, right) => (uses.get(right) ?? 0) - (uses.get(left) ?? 0));
  const [typing = RDF_TYPE] = typings;
  const types = await counted(asking, 'type', `?s <${typing}> ?type`);
  const relations = await counted(asking, 'relation', '?s ?relation ?o');
  const declarations = await declared(asking);
  return {
    typing,
    typings: typings.length ? typings : [RDF_TYPE],
    types: new Map([...classesIn(declarations).map((type) => [type, 0] as const), ...types.counts]),
    relations: relations.counts,
    wholeTypes: types.whole,
    wholeRelations: relations.whole,
    declared: declarations,
  };
}

/** Listed at least, where they are too many to be counted. */
async function counted(
  asking: SchemaQueries,
  name: string,
  pattern: string,
): Promise<{ readonly counts: ReadonlyMap<string, number>; readonly whole: boolean }> {
  const grouped = await asking.rows(`SELECT ?${name} (COUNT(*) AS ?n) { ${pattern} } GROUP BY ?${name}`);
  const found = grouped?.whole ? grouped : await asking.rows(`SELECT DISTINCT ?${name} { ${pattern} }`);
  const counts = new Map<string, number>();
  for (const [term, count] of found?.rows ?? []) {
    const iri = iriIn(term);
    if (iri !== undefined) counts.set(iri, count ? numberIn(count) : NaN);
  }
  return { counts, whole: found?.whole ?? false };
}

async function declared(asking: SchemaQueries): Promise<Declared> {
  const pairs = async (relation: string): Promise<readonly (readonly [string, string])[]> => {
    const found = await asking.rows(`SELECT ?left ?right { ?left <${relation}> ?right }`);
    return (found?.rows ?? []).flatMap(([left, right]) => {
      const [one, other] = [iriIn(left), iriIn(right)];
      return one !== undefined && other !== undefined && one !== other ? [[one, other] as const] : [];
    });
  };
  return {
    domains: single(await pairs(`${RDFS}domain`)),
    ranges: single(await pairs(`${RDFS}range`)),
    subclasses: await pairs(`${RDFS}subClassOf`),
    inverses: await pairs(`${OWL}inverseOf`),
  };
}

function classesIn({ domains, ranges, subclasses }: Declared): readonly string[] {
  const named = [...subclasses.flat(), ...domains.values(), ...ranges.values()];
  return named.filter((type) => !type.startsWith(XSD) && !type.startsWith(RDF) && !type.startsWith(RDFS));
}

/** Several declared domains hold all at once, which hardly anybody means: then none is believed. */
function single(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  const several = new Set<string>();
  for (const [key, value] of pairs) {
    if (map.has(key) && map.get(key) !== value) several.add(key);
    map.set(key, value);
  }
  for (const key of several) map.delete(key);
  return map;
}
