/** Counts the uses of relations and types in the facts of a KB and in published queries. */
import { createReadStream, existsSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import type { Select, Group, PropertyPath } from '../../server/src/core/language/sparql/model';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { goldQueries, TEST_FILES } from '../corpus/questions';

export type UseCounts = ReadonlyMap<string, number>;

const TYPE = `${FREEBASE}type.object.type`;

/** Counts the facts of each relation and the nodes of each type. */
export async function countUsesInFacts(file: string): Promise<UseCounts> {
  const counts = new Map<string, number>();
  if (!existsSync(file)) return counts;
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
  for await (const line of lines) {
    const [, predicate = '', object = ''] = line.split(' ', 3);
    increment(counts, predicate.slice(1, -1));
    if (predicate.slice(1, -1) === TYPE) increment(counts, object.slice(1, -1));
  }
  return counts;
}

/** Counts the queries with each relation and class, without those of test questions. */
export function countUsesInQueries(folder: string): UseCounts {
  const counts = new Map<string, number>();
  if (!existsSync(folder)) return counts;
  for (const { set, query } of goldQueries(folder))
    if (!TEST_FILES.has(set)) for (const iri of findIris(query)) increment(counts, iri);
  const oneHop = JSON.parse(readFileSync(join(folder, 'simplequestions-valid.json'), 'utf8')) as readonly {
    readonly relation: string;
  }[];
  for (const { relation } of oneHop) increment(counts, FREEBASE + relation);
  return counts;
}

/** Finds the relations of a query and the objects that are IRIs. */
export function findIris(text: string): ReadonlySet<string> {
  const iris = new Set<string>();
  const readPath = (path: PropertyPath): void => {
    if (path.kind === 'link') iris.add(path.iri.iri);
    else if (path.kind === 'sequence') path.steps.forEach(readPath);
    else if (path.kind === 'alternative') path.options.forEach(readPath);
    else if (path.kind !== 'negated') readPath(path.path);
  };
  const readGroup = (group: Group): void => {
    for (const { predicate, object } of group.triples) {
      if (predicate.kind !== 'variable') readPath(predicate);
      if (object.kind === 'iri') iris.add(object.iri);
    }
    group.children.forEach(readGroup);
    for (const filter of group.filters) if (filter.kind === 'exists') readGroup(filter.group);
    if (group.select) readSelect(group.select);
  };
  const readSelect = (select: Select): void => select.groups.forEach(readGroup);
  readSelect(parseQuery(text, 'virtuoso').query);
  return iris;
}

function increment(counts: Map<string, number>, iri: string): void {
  counts.set(iri, (counts.get(iri) ?? 0) + 1);
}
