/** Formats the derived schema as in docs/schema-format.md, with notes for the user. */
import { FREEBASE, OWL, RDF, RDFS, RDF_TYPE } from '../../language/rdf/names';
import type { KnowledgeBase } from '../../kb/knowledge-base';
import { isValidIri } from './schema-queries';
import type { DomainsAndRanges, ExaminedKb } from './domains-and-ranges';
import { isNoise } from './mediators';
import type { UserRelation, UserSchema, UserType } from '../user-schema';

export interface SchemaDerivation {
  readonly schema: UserSchema;
  /** Sentences about the result and its gaps. */
  readonly notes: readonly string[];
}

export function writeSchema(
  { name, complete }: Pick<KnowledgeBase, 'name' | 'complete'>,
  examined: ExaminedKb,
  endTypes: DomainsAndRanges,
): SchemaDerivation {
  const { survey, profiles, order, mediators, reverses } = examined;
  const { domains, ranges, exceptions } = endTypes;
  const namespace = namespaceOf(survey.relations);
  const id = (iri: string): string => (iri.startsWith(namespace) ? iri.slice(namespace.length) : iri);
  const typeIris = [
    ...new Set([...survey.types.keys(), ...[...order.includes.values()].flatMap((set) => [...set])]),
  ]
    .filter((iri) => isValidIri(iri) && id(iri))
    .sort();
  const types: Record<string, UserType> = {};
  for (const type of typeIris) {
    const isUnknown = !profiles.partners.has(type) || mediators.possible.has(type);
    const kind = mediators.certain.has(type) ? 'mediator' : isUnknown ? 'unknown' : undefined;
    const includes = [...(order.includes.get(type) ?? [])].sort().map(id);
    types[id(type)] = {
      ...(kind && { kind }),
      ...(includes.length ? { includes } : {}),
      ...usesOf(survey.types.get(type)),
    };
  }
  const relationRows: Record<string, UserRelation> = {};
  for (const relation of [...survey.relations.keys()].filter((iri) => id(iri)).sort()) {
    const [domain, range, reverse] = [domains.get(relation), ranges.get(relation), reverses.get(relation)];
    relationRows[id(relation)] = {
      ...(domain === undefined ? {} : { domain: id(domain) }),
      ...(range === undefined ? {} : { range: id(range) }),
      ...(reverse === undefined ? {} : { reverse: id(reverse) }),
      ...usesOf(survey.relations.get(relation)),
    };
  }
  const schema = {
    name,
    namespace,
    typing: namespace === FREEBASE ? [...new Set([...survey.typings, RDF_TYPE])] : survey.typings,
    complete: complete && survey.hasAllRelations && survey.hasAllTypes,
    machineIds: namespace === FREEBASE,
    types,
    relations: relationRows,
    together: findCoOccurrences(examined, exceptions, new Set(typeIris)).map(
      ([left, right]) => [id(left), id(right)] as const,
    ),
  };
  return { schema, notes: describeResult(examined, endTypes, id) };
}

function usesOf(count: number | undefined): { readonly uses?: number } {
  return count ? { uses: count } : {};
}

/** Returns the most frequent namespace of the relations, without the W3C vocabularies. */
function namespaceOf(relations: ReadonlyMap<string, number>): string {
  const counts = new Map<string, number>();
  for (const iri of relations.keys()) {
    const cut = Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'));
    const start = iri.slice(0, (cut < 0 ? iri.lastIndexOf(':') : cut) + 1);
    const common = [RDF, RDFS, OWL].includes(start) || start.startsWith('http://www.w3.org/');
    counts.set(start, (counts.get(start) ?? 0) + (common ? 0 : 1));
  }
  const [most] = [...counts].sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1));
  return most?.[0] ?? FREEBASE;
}

/** Returns the pairs of types that some node has, directly or by inclusion, and those of the exceptions of relations. */
function findCoOccurrences(
  { survey: { types }, profiles: { partners }, order, mediators: { certain } }: ExaminedKb,
  exceptions: DomainsAndRanges['exceptions'],
  known: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  const pairs = new Map<string, readonly [string, string]>();
  const addPairs = (one: string, other: string): void => {
    for (const left of order.above(one)) {
      for (const right of order.above(other)) {
        if (left === right || order.above(left).has(right) || order.above(right).has(left)) continue;
        if (!known.has(left) || !known.has(right)) continue;
        const pair = left < right ? ([left, right] as const) : ([right, left] as const);
        pairs.set(pair.join(' '), pair);
      }
    }
  };
  for (const [type, tally] of partners) {
    addPairs(type, type);
    for (const [other, nodes] of tally) {
      const isError = [type, other].some((one) => certain.has(one) && isNoise(nodes, types.get(one)));
      if (!isError) addPairs(type, other);
    }
  }
  for (const [type, others] of exceptions) for (const other of others) addPairs(type, other);
  return [...pairs].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, pair]) => pair);
}

function describeResult(
  { survey, profiles: { relations, partners }, mediators: { certain, possible } }: ExaminedKb,
  { domains, ranges }: DomainsAndRanges,
  id: (iri: string) => string,
): readonly string[] {
  const number = (count: number): string => count.toLocaleString('en');
  const notes = [
    `${number(survey.relations.size)} relations, ${number(domains.size)} of them with a domain and ${number(ranges.size)} with a range; ${number(survey.types.size)} types, ${number(certain.size)} of them mediators.`,
  ];
  if (!survey.hasAllRelations || !survey.hasAllTypes)
    notes.push(
      'The KB did not list all of its types and relations, so an unknown name is reported as information, not as an error.',
    );
  const withoutProfile = [...survey.relations.keys()].filter(
    (relation) => !relations.has(relation) && !survey.typings.includes(relation),
  ).length;
  if (withoutProfile)
    notes.push(
      `${number(withoutProfile)} relations have no domain and range, because they are rare or time ran out.`,
    );
  const unexamined = [...survey.types.keys()].filter((type) => !partners.has(type)).length;
  if (unexamined) notes.push(`${number(unexamined)} types were not examined for the same reasons.`);
  if (possible.size) {
    const examples = [...possible].sort().slice(0, 5).map(id).join(', ');
    notes.push(
      `${number(possible.size)} types have nodes without names, such as ${examples}. Set "kind": "mediator" for those that only connect the parts of a fact.`,
    );
  }
  return notes;
}
