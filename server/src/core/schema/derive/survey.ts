/** Lists the types and relations of a KB with their counts, its typing relations, and its RDFS and OWL declarations. */
import { FREEBASE, OWL, RDF, RDFS, RDF_TYPE, XSD } from '../../language/rdf/names';
import { toIri, toNumber, type SchemaQueries } from './schema-queries';

export interface SchemaSurvey {
  /** The most used typing relation, such as `rdf:type`. */
  readonly typing: string;
  /** All typing relations in use. */
  readonly typings: readonly string[];
  /** The number of nodes per type, NaN if unknown. Includes declared classes without nodes. */
  readonly types: ReadonlyMap<string, number>;
  /** The number of facts per relation, NaN if unknown. */
  readonly relations: ReadonlyMap<string, number>;
  readonly hasAllTypes: boolean;
  readonly hasAllRelations: boolean;
  readonly declarations: Declarations;
}

interface Declarations {
  readonly domains: ReadonlyMap<string, string>;
  readonly ranges: ReadonlyMap<string, string>;
  /** Pairs of class and superclass. */
  readonly subclasses: readonly (readonly [string, string])[];
  readonly inverses: readonly (readonly [string, string])[];
}

const WIKIDATA_TYPING = 'http://www.wikidata.org/prop/direct/P31';
const FREEBASE_TYPING = `${FREEBASE}type.object.type`;
const TYPINGS = [RDF_TYPE, FREEBASE_TYPING, WIKIDATA_TYPING];

export async function surveyKb(queries: SchemaQueries): Promise<SchemaSurvey> {
  const uses = new Map<string, number>();
  for (const typing of TYPINGS) {
    // If counting fails, there are too many facts to count.
    const count = (await queries.number(`SELECT (COUNT(*) AS ?n) { ?s <${typing}> ?t }`)) ?? Infinity;
    if (count) uses.set(typing, count);
  }
  const typings = [...uses.keys()].sort((left, right) => (uses.get(right) ?? 0) - (uses.get(left) ?? 0));
  const [typing = RDF_TYPE] = typings;
  const types = await countIris(queries, 'type', `?s <${typing}> ?type`);
  const relations = await countIris(queries, 'relation', '?s ?relation ?o');
  const declarations = await readDeclarations(queries);
  return {
    typing,
    typings: typings.length ? typings : [RDF_TYPE],
    types: new Map([...classesIn(declarations).map((type) => [type, 0] as const), ...types.counts]),
    relations: relations.counts,
    hasAllTypes: types.isComplete,
    hasAllRelations: relations.isComplete,
    declarations,
  };
}

/** Falls back to a list without counts if there are too many to count. */
async function countIris(
  queries: SchemaQueries,
  name: string,
  pattern: string,
): Promise<{ readonly counts: ReadonlyMap<string, number>; readonly isComplete: boolean }> {
  const grouped = await queries.rows(`SELECT ?${name} (COUNT(*) AS ?n) { ${pattern} } GROUP BY ?${name}`);
  const found = grouped?.isComplete ? grouped : await queries.rows(`SELECT DISTINCT ?${name} { ${pattern} }`);
  const counts = new Map<string, number>();
  for (const [term, count] of found?.rows ?? []) {
    const iri = toIri(term);
    if (iri !== undefined) counts.set(iri, count ? toNumber(count) : NaN);
  }
  return { counts, isComplete: found?.isComplete ?? false };
}

async function readDeclarations(queries: SchemaQueries): Promise<Declarations> {
  const pairs = async (relation: string): Promise<readonly (readonly [string, string])[]> => {
    const found = await queries.rows(`SELECT ?left ?right { ?left <${relation}> ?right }`);
    return (found?.rows ?? []).flatMap(([left, right]) => {
      const [one, other] = [toIri(left), toIri(right)];
      return one !== undefined && other !== undefined && one !== other ? [[one, other] as const] : [];
    });
  };
  return {
    domains: keepUnique(await pairs(`${RDFS}domain`)),
    ranges: keepUnique(await pairs(`${RDFS}range`)),
    subclasses: await pairs(`${RDFS}subClassOf`),
    inverses: await pairs(`${OWL}inverseOf`),
  };
}

function classesIn({ domains, ranges, subclasses }: Declarations): readonly string[] {
  const named = [...subclasses.flat(), ...domains.values(), ...ranges.values()];
  return named.filter((type) => !type.startsWith(XSD) && !type.startsWith(RDF) && !type.startsWith(RDFS));
}

/** Keeps only keys with one value. Several declared domains would all hold at once, which is rarely intended. */
function keepUnique(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const [key, value] of pairs) {
    if (map.has(key) && map.get(key) !== value) ambiguous.add(key);
    map.set(key, value);
  }
  for (const key of ambiguous) map.delete(key);
  return map;
}
