/** Finds mediator types: types whose nodes connect the parts of an n-ary fact. */
import { FREEBASE, RDFS_LABEL } from '../../language/rdf/names';
import { toBatches, formatIris, toNumber, type SchemaQueries } from './schema-queries';
import type { Profiles } from './profiles';
import type { SchemaSurvey } from './survey';
import type { TypeOrder } from './type-order';

export interface Mediators {
  readonly certain: ReadonlySet<string>;
  /** Types whose nodes have no names, but may be entities without names. */
  readonly possible: ReadonlySet<string>;
}

const TOPIC = `${FREEBASE}common.topic`;
const NAME_RELATIONS = [
  RDFS_LABEL,
  `${FREEBASE}type.object.name`,
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  'http://schema.org/name',
  'https://schema.org/name',
  'http://xmlns.com/foaf/0.1/name',
  'http://purl.org/dc/terms/title',
  'http://purl.org/dc/elements/1.1/title',
];
/** Community and system domains of Freebase, where types without topics are not always mediators. */
const UNCERTAIN_DOMAIN = /^(?:base|user|common|freebase|type|dataworld|kg)\./;

/** Whether the nodes are at most 1 % of all, which is treated as an error in the data. */
export function isNoise(nodes: number, all = 0): boolean {
  return nodes <= all / 100;
}

export async function findMediators(
  queries: SchemaQueries,
  { typing, types, relations }: SchemaSurvey,
  { relations: profiles, partners }: Profiles,
  order: TypeOrder,
): Promise<Mediators> {
  const names = NAME_RELATIONS.filter((name) => relations.has(name));
  // A mediator has one type, and occurs as object.
  const objects = new Set<string>();
  for (const profile of profiles.values()) for (const type of profile.objects.keys()) objects.add(type);
  const candidates = [...partners.keys()].filter(
    (type) =>
      !order.isGeneral(type) &&
      objects.has(type) &&
      [...(partners.get(type) ?? [])].every(
        ([other, nodes]) =>
          other === type || (order.isGeneral(other) && other !== TOPIC) || isNoise(nodes, types.get(type)),
      ),
  );
  if (!names.length || !candidates.length) return { certain: new Set(), possible: new Set() };

  const named = new Set<string>();
  const count = (type: string): number => types.get(type) ?? 0;
  for (const name of names) {
    await queries.each(
      toBatches(candidates, count),
      (batch) =>
        `SELECT ?type (COUNT(*) AS ?n) { VALUES ?type { ${formatIris(batch)} } ?s <${typing}> ?type . ?s <${name}> ?name } GROUP BY ?type`,
      ([type, nodes]) => {
        if (type && !isNoise(toNumber(nodes), types.get(type.value))) named.add(type.value);
      },
      (type) => void named.add(type),
    );
  }
  const nameless = candidates.filter((type) => !named.has(type));
  const blank = new Set<string>();
  await queries.each(
    toBatches(nameless, count),
    (batch) =>
      `SELECT ?type (COUNT(*) AS ?n) { VALUES ?type { ${formatIris(batch)} } ?s <${typing}> ?type . FILTER (ISBLANK(?s)) } GROUP BY ?type`,
    ([type, nodes]) => {
      if (type && toNumber(nodes) >= count(type.value)) blank.add(type.value);
    },
    () => undefined,
  );
  const hasTopics = types.has(TOPIC);
  const isCertain = (type: string): boolean =>
    blank.has(type) ||
    (hasTopics && type.startsWith(FREEBASE) && !UNCERTAIN_DOMAIN.test(type.slice(FREEBASE.length)));
  return {
    certain: new Set(nameless.filter(isCertain)),
    possible: new Set(nameless.filter((type) => !isCertain(type))),
  };
}
