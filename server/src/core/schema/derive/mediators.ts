/** Types whose nodes hold a fact with several parts together, instead of being something themselves. */
import { FREEBASE, RDFS_LABEL } from '../../language/rdf/names';
import { batchesOf, listed, numberIn, type SchemaQueries } from './schema-queries';
import type { Profiles } from './profiles';
import type { SchemaSurvey } from './survey';
import type { TypeOrder } from './type-order';

export interface Mediators {
  readonly certain: ReadonlySet<string>;
  /** Without names, but then some things have none: nothing is concluded from these. */
  readonly possible: ReadonlySet<string>;
}

const TOPIC = `${FREEBASE}common.topic`;
const NAMES = [
  RDFS_LABEL,
  `${FREEBASE}type.object.name`,
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  'http://schema.org/name',
  'https://schema.org/name',
  'http://xmlns.com/foaf/0.1/name',
  'http://purl.org/dc/terms/title',
  'http://purl.org/dc/elements/1.1/title',
];
/** Freebase's community, and its domains about itself, where types without topics are not always mediators. */
const VAGUE = /^(?:base|user|common|freebase|type|dataworld|kg)\./;

/** A node in a hundred that has two natures is a slip, not a sign. */
export function isDirt(nodes: number, all = 0): boolean {
  return nodes <= all / 100;
}

export async function findMediators(
  asking: SchemaQueries,
  { typing, types, relations }: SchemaSurvey,
  { relations: profiles, partners }: Profiles,
  order: TypeOrder,
): Promise<Mediators> {
  const names = NAMES.filter((name) => relations.has(name));
  // A node of such a type has no other, and something leads to it and on from it.
  const subjects = new Set<string>();
  const objects = new Set<string>();
  for (const profile of profiles.values()) {
    for (const type of profile.subjects.keys()) subjects.add(type);
    for (const type of profile.objects.keys()) objects.add(type);
  }
  const alone = [...partners.keys()].filter(
    (type) =>
      !order.isGeneral(type) &&
      subjects.has(type) &&
      objects.has(type) &&
      [...(partners.get(type) ?? [])].every(
        ([other, nodes]) =>
          other === type || (order.isGeneral(other) && other !== TOPIC) || isDirt(nodes, types.get(type)),
      ),
  );
  if (!names.length || !alone.length) return { certain: new Set(), possible: new Set() };

  const named = new Set<string>();
  const count = (type: string): number => types.get(type) ?? 0;
  for (const name of names) {
    await asking.each(
      batchesOf(alone, count),
      (batch) =>
        `SELECT ?type (COUNT(*) AS ?n) { VALUES ?type { ${listed(batch)} } ?s <${typing}> ?type . ?s <${name}> ?name } GROUP BY ?type`,
      ([type, nodes]) => {
        if (type && !isDirt(numberIn(nodes), types.get(type.value))) named.add(type.value);
      },
      (type) => void named.add(type),
    );
  }
  const nameless = alone.filter((type) => !named.has(type));
  const blank = new Set<string>();
  await asking.each(
    batchesOf(nameless, count),
    (batch) =>
      `SELECT ?type (COUNT(*) AS ?n) { VALUES ?type { ${listed(batch)} } ?s <${typing}> ?type . FILTER (ISBLANK(?s)) } GROUP BY ?type`,
    ([type, nodes]) => {
      if (type && numberIn(nodes) >= count(type.value)) blank.add(type.value);
    },
    () => undefined,
  );
  const hasTopics = types.has(TOPIC);
  const isCertain = (type: string): boolean =>
    blank.has(type) || (hasTopics && type.startsWith(FREEBASE) && !VAGUE.test(type.slice(FREEBASE.length)));
  return {
    certain: new Set(nameless.filter(isCertain)),
    possible: new Set(nameless.filter((type) => !isCertain(type))),
  };
}
