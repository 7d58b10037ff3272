/**
 * npm run generate -- schema [--check] [SOURCE_FOLDER]
 *
 * Builds the bundled Freebase schema out of six files of Freebase facts. The same input gives the same bytes.
 *   roles.txt                 domain relation range
 *   included-types.txt        type meta.subclassOf included-type
 *   reverse-properties.txt    relation TAB reverse
 *   mediator-types.txt        type
 *   types-seen-together.txt   type TAB type
 *   numeric-properties.txt    relation TAB literal type
 * Use counts come from two folders beside that one: facts in kb/ and published queries in questions/.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { encodeSchema } from '../server/src/core/schema/compact-schema';
import {
  UNUSED,
  toUsageLevel,
  selectMostUsedRelations,
  type RelationData,
  type SchemaData,
  type SchemaTable,
  type TypeData,
  type TypeKind,
} from '../server/src/core/schema/schema';
import type { LiteralFamily } from '../server/src/core/language/rdf/datatypes';
import { FREEBASE, RDF_TYPE, RDFS_LABEL } from '../server/src/core/language/rdf/names';
import { countUsesInFacts, countUsesInQueries, type UseCounts } from './schema/uses';

const LITERAL_TYPES: Readonly<Record<string, LiteralFamily>> = {
  'type.int': 'integer',
  'type.float': 'float',
  'type.datetime': 'datetime',
  'type.boolean': 'boolean',
  'type.text': 'text',
  'type.rawstring': 'text',
};

/** Types whose values are sometimes IRIs and sometimes literals, so that nothing can be inferred from them. */
const OPEN_TYPES = [
  'type.object',
  'type.value',
  'type.uri',
  'type.enumeration',
  'type.key',
  'type.id',
  'type.namespace',
  'type.link',
  'type.reflect',
];

/** Domains about Freebase itself. Their types are not mediators, although they are not topics. */
const SYSTEM_DOMAINS = new Set([
  'common',
  'type',
  'freebase',
  'dataworld',
  'pipeline',
  'community',
  'atom',
  'imdb',
  'kg',
  'topic_server',
  'key',
  'meta',
]);

/** Relations that queries and the dump use, although no type lists them: relation, domain, range. */
const SYSTEM_RELATIONS: readonly (readonly [id: string, domain?: string | undefined, range?: string])[] = [
  [RDFS_LABEL, undefined, 'type.text'],
  [RDF_TYPE, undefined, 'type.type'],
  ['http://www.w3.org/2002/07/owl#sameAs'],
  ['http://www.w3.org/2002/07/owl#inverseOf', 'type.property', 'type.property'],
  ['kg.object_profile.prominent_type', undefined, 'type.type'],
  ['topic_server.population_number', undefined, 'type.int'],
  ['topic_server.webref_cluster_members_type'],
  ['topic_server.schemastaging_corresponding_entities_type'],
  ['type.property.links', 'type.property'],
  ['common.topic.article', undefined, 'common.document'],
  ['common.topic.webpage', undefined, 'common.webpage'],
  ['common.topic.weblink'],
  ['common.topic.properties'],
  ['common.document.text', 'common.document', 'type.text'],
  ['common.notable_for.object'],
  ['common.webpage.category'],
  ['common.webpage.resource'],
  ['common.webpage.topic'],
  ['common.webpage.uri'],
  ['common.webpage.description'],
  ['common.webpage.in_index'],
  ['common.resource.annotations'],
  ['common.resource.fetch_id'],
  ['dataworld.gardening_hint.delete'],
  ['freebase.type_hints.rollup'],
  ['freebase.type_hints.gender'],
  ['freebase.type_hints.never_notable'],
  ['freebase.type_hints.important_notable_topics'],
  [
    'location.statistical_region.places_exported_from',
    'location.statistical_region',
    'location.imports_and_exports',
  ],
  [
    'location.imports_and_exports.exported_from',
    'location.imports_and_exports',
    'location.statistical_region',
  ],
  [
    'location.statistical_region.places_imported_to',
    'location.statistical_region',
    'location.imports_and_exports',
  ],
  ['location.imports_and_exports.imported_to', 'location.imports_and_exports', 'location.statistical_region'],
  ['time.participant.event', 'time.participant', 'time.event'],
];

/** Records after which the source lacks a line break. */
const GLUED = [
  'base.cyclocross.bicycle_wheel base.cyclocross.bicycle_wheel.holes type.int',
  'biology.breed_temperament biology.breed_temperament.breeds biology.animal_breed',
  'base.concepts.topic meta.subclassOf common.topic',
];

/** IDs from lines without a line break, in the file of type pairs. */
const MISREAD: Readonly<Record<string, string>> = {
  'biology.animal_breedmusic.album': 'biology.animal_breed',
  'type.intbase.litcentral.financial_support_provider': 'type.int',
};

const args = process.argv.slice(2);
const source = args.find((argument) => !argument.startsWith('--')) ?? join('..', 'shared', 'freebase');
const target = join('server', 'data', 'freebase.schema');

if (!existsSync(join(source, 'roles.txt'))) {
  console.error(`No Freebase facts in ${source}. Name the folder with roles.txt.\n${target} is not changed.`);
  process.exit(2);
}
void main();

async function main(): Promise<void> {
  const text = encodeSchema(
    withUses(
      build(),
      await countUsesInFacts(join(source, '..', 'kb', 'mini-freebase.nt.gz')),
      countUsesInQueries(join(source, '..', 'questions')),
    ),
  );
  if (args.includes('--check')) {
    const same = readFileSync(target, 'utf8') === text;
    console.log(same ? `${target} is up to date` : `${target} is stale: run npm run generate -- schema`);
    process.exit(same ? 0 : 1);
  }
  mkdirSync(join('server', 'data'), { recursive: true });
  writeFileSync(target, text);
  console.log(`${target}: ${text.length} bytes, ${gzipSync(text, { level: 9 }).length} compressed`);
}

function withUses(schema: SchemaData, facts: UseCounts, queries: UseCounts): SchemaData {
  const used = <Row extends { readonly id: string }>(table: SchemaTable<Row>): Map<string, Row> =>
    new Map(
      [...table.keys()].map((id) => {
        const iri = id.startsWith('http') ? id : schema.namespace + id;
        const use = {
          facts: toUsageLevel(facts.get(iri) ?? 0),
          queries: toUsageLevel(queries.get(iri) ?? 0),
        };
        return [id, { ...(table.get(id) as Row), use }];
      }),
    );
  const relations = used(schema.relations);
  return {
    ...schema,
    types: used(schema.types),
    relations,
    usual: selectMostUsedRelations(relations.values()),
  };
}

function build(): SchemaData {
  const relations = new Map<string, RelationData>();
  const roles = rows('roles.txt', ' ').filter(([, relation]) => relation !== 'null');
  for (const [domain, id, range] of roles)
    relations.set(id, { id, domain, range, reverse: undefined, use: UNUSED });
  for (const [id, domain, range] of SYSTEM_RELATIONS) {
    if (!relations.has(id)) relations.set(id, { id, domain, range, reverse: undefined, use: UNUSED });
  }
  // Adds relations that only the other files name. Domain and range are derived if possible.
  for (const [id, range] of rows('numeric-properties.txt', '\t')) {
    if (isRelation(id) && !relations.has(id))
      relations.set(id, { id, domain: ownerOf(id), range, reverse: undefined, use: UNUSED });
  }
  for (const [id, reverse] of rows('reverse-properties.txt', '\t')) {
    if (!isRelation(id) || !isRelation(reverse)) continue;
    for (const [one, other] of [
      [id, reverse],
      [reverse, id],
    ] as const) {
      const known = relations.get(one) ?? { id: one, domain: ownerOf(one), range: undefined, use: UNUSED };
      relations.set(one, { ...known, reverse: other });
    }
  }
  for (const relation of [...relations.values()]) {
    const reverse = relation.reverse === undefined ? undefined : relations.get(relation.reverse);
    if (relation.range === undefined && reverse?.domain !== undefined)
      relations.set(relation.id, { ...relation, range: reverse.domain });
  }
  const includes = new Map<string, string[]>();
  for (const [type, , included] of rows('included-types.txt', ' ')) {
    if (type !== included) includes.set(type, [...(includes.get(type) ?? []), included]);
  }
  const listedMediators = new Set(rows('mediator-types.txt', '\t').map(([type]) => type));
  const together = uniquePairs(rows('types-seen-together.txt', '\t'));
  return {
    name: 'Freebase',
    namespace: FREEBASE,
    typing: [RDF_TYPE, `${FREEBASE}type.object.type`, `${FREEBASE}kg.object_profile.prominent_type`],
    open: ['user.', 'base.', 'freebase.apps.', 'dataworld.', 'pipeline.', 'key.'],
    machineIds: true,
    types: buildTypes(relations, includes, listedMediators, together),
    relations,
    usual: [],
    together,
  };
}

function buildTypes(
  relations: ReadonlyMap<string, RelationData>,
  includes: ReadonlyMap<string, readonly string[]>,
  listedMediators: ReadonlySet<string>,
  together: readonly (readonly [string, string])[],
): Map<string, TypeData> {
  const inRoles = new Set<string>();
  for (const { domain, range } of relations.values())
    for (const type of [domain, range]) if (type !== undefined) inRoles.add(type);
  const ids = new Set<string>([
    ...inRoles,
    ...listedMediators,
    ...includes.keys(),
    ...[...includes.values()].flat(),
    ...together.flat(),
    ...Object.keys(LITERAL_TYPES),
    ...OPEN_TYPES,
  ]);
  const isTopic = (type: string, seen = new Set<string>()): boolean => {
    if (type === 'common.topic') return true;
    if (seen.has(type)) return false;
    seen.add(type);
    return (includes.get(type) ?? []).some((next) => isTopic(next, seen));
  };
  const typeOf = (id: string): TypeData => {
    const included = [...new Set(includes.get(id) ?? [])].sort();
    const literal = LITERAL_TYPES[id];
    if (literal) return { id, kind: 'literal', literal, includes: [], use: UNUSED };
    return {
      id,
      kind: kindOf(id, { listed: listedMediators.has(id), topic: isTopic(id) }),
      literal: undefined,
      includes: included,
      use: UNUSED,
    };
  };
  return new Map([...ids].map((id) => [id, typeOf(id)]));
}

/**
 * A mediator must be in Freebase's own list and must not be a topic. If these disagree, or a type is neither, its kind is unknown.
 */
function kindOf(id: string, { listed, topic }: { listed: boolean; topic: boolean }): TypeKind {
  const domain = id.split('.')[0] ?? '';
  if (OPEN_TYPES.includes(id)) return 'unknown';
  if (id === 'common.topic') return 'entity';
  // It links a topic to the class and relation it is notable for, and has no name.
  if (id === 'common.notable_for') return 'mediator';
  if (SYSTEM_DOMAINS.has(domain)) return topic ? 'entity' : 'unknown';
  if (topic) return listed ? 'unknown' : 'entity';
  return listed ? 'mediator' : 'unknown';
}

function uniquePairs(pairs: readonly (readonly string[])[]): (readonly [string, string])[] {
  const unique = new Map<string, readonly [string, string]>();
  for (const pair of pairs) {
    const [left = '', right = ''] = pair.slice(0, 2).sort();
    if (left !== right) unique.set(`${left} ${right}`, [left, right]);
  }
  return [...unique.values()];
}

function isRelation(id: string): boolean {
  return /^[a-z][a-z0-9_]*(\.[a-z0-9_]+){2,}$/i.test(id) && !/^[mg]\.[^.]+$/.test(id);
}

function ownerOf(relation: string): string {
  return relation.slice(0, relation.lastIndexOf('.'));
}

function rows(file: string, separator: string): [string, string, string][] {
  return readFileSync(join(source, file), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const glued = GLUED.find((record) => line.startsWith(record) && line.length > record.length);
      return glued ? [glued, line.slice(glued.length)] : [line];
    })
    .filter((line) => line.trim())
    .map((line) => {
      const [first = '', second = '', third = ''] = line
        .trim()
        .split(separator)
        .map((id) => MISREAD[id] ?? id);
      return [first, second, third];
    });
}
