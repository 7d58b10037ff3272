/** What was found out, in the form of docs/schema-format.md, and told in sentences. */
import { FREEBASE, OWL, RDF, RDFS, RDF_TYPE } from '../../language/rdf/names';
import type { KnowledgeBase } from '../../kb/knowledge-base';
import { isWritable } from './schema-queries';
import type { Sides } from './choose-sides';
import { isDirt, type Mediators } from './mediators';
import type { Profiles } from './profiles';
import type { SchemaSurvey } from './survey';
import type { TypeOrder } from './type-order';

/** What docs/schema-format.md describes; `parseUserSchema` takes it. */
interface DerivedSchema {
  readonly name: string;
  readonly namespace: string;
  readonly typing: readonly string[];
  readonly complete: boolean;
  readonly machineIds: boolean;
  readonly types: Readonly<Record<string, DerivedType>>;
  readonly relations: Readonly<Record<string, DerivedRelation>>;
  readonly together: readonly (readonly [string, string])[];
}
interface DerivedType {
  readonly kind?: 'mediator' | 'unknown';
  readonly includes?: readonly string[];
  readonly uses?: number;
}
interface DerivedRelation {
  readonly domain?: string;
  readonly range?: string;
  readonly reverse?: string;
  readonly uses?: number;
}

export interface Derivation {
  readonly schema: DerivedSchema;
  /** Sentences on what was found, and what could not be found out. */
  readonly notes: readonly string[];
}

export function writeSchema(
  { name, complete }: Pick<KnowledgeBase, 'name' | 'complete'>,
  found: SchemaSurvey,
  { relations, partners }: Profiles,
  order: TypeOrder,
  mediators: Mediators,
  reverses: ReadonlyMap<string, string>,
  { domains, ranges, strangers }: Sides,
): Derivation {
  const namespace = namespaceOf(found.relations);
  const id = (iri: string): string => (iri.startsWith(namespace) ? iri.slice(namespace.length) : iri);
  const typeIris = [
    ...new Set([...found.types.keys(), ...[...order.includes.values()].flatMap((set) => [...set])]),
  ]
    .filter((iri) => isWritable(iri) && id(iri))
    .sort();
  const types: Record<string, DerivedType> = {};
  for (const type of typeIris) {
    const open = !partners.has(type) || mediators.possible.has(type);
    const includes = [...(order.includes.get(type) ?? [])].sort().map(id);
    types[id(type)] = {
      ...(mediators.certain.has(type)
        ? { kind: 'mediator' as const }
        : open
          ? { kind: 'unknown' as const }
          : {}),
      ...(includes.length ? { includes } : {}),
      ...usesOf(found.types.get(type)),
    };
  }
  const claims: Record<string, DerivedRelation> = {};
  for (const relation of [...found.relations.keys()].filter((iri) => id(iri)).sort()) {
    const [domain, range, reverse] = [domains.get(relation), ranges.get(relation), reverses.get(relation)];
    claims[id(relation)] = {
      ...(domain === undefined ? {} : { domain: id(domain) }),
      ...(range === undefined ? {} : { range: id(range) }),
      ...(reverse === undefined ? {} : { reverse: id(reverse) }),
      ...usesOf(found.relations.get(relation)),
    };
  }
  const schema = {
    name,
    namespace,
    typing: namespace === FREEBASE ? [...new Set([...found.typings, RDF_TYPE])] : found.typings,
    complete: complete && found.wholeRelations && found.wholeTypes,
    machineIds: namespace === FREEBASE,
    types,
    relations: claims,
    together: togetherIn(found.types, partners, strangers, order, mediators, new Set(typeIris)).map(
      ([left, right]) => [id(left), id(right)] as const,
    ),
  };
  return { schema, notes: notesOn(found, relations, partners, mediators, domains, ranges, id) };
}

function usesOf(count: number | undefined): { readonly uses?: number } {
  return count ? { uses: count } : {};
}

/** What most relations begin with, those of the Web's own vocabularies left aside. */
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

/** Pairs that some node has both of, also where one of them follows from what includes it or from what a relation claims. */
function togetherIn(
  types: SchemaSurvey['types'],
  partners: Profiles['partners'],
  strangers: Sides['strangers'],
  order: TypeOrder,
  { certain }: Mediators,
  known: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  const pairs = new Map<string, readonly [string, string]>();
  const meet = (one: string, other: string): void => {
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
    meet(type, type);
    for (const [other, nodes] of tally) {
      const slip = [type, other].some((one) => certain.has(one) && isDirt(nodes, types.get(one)));
      if (!slip) meet(type, other);
    }
  }
  for (const [type, others] of strangers) for (const other of others) meet(type, other);
  return [...pairs].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, pair]) => pair);
}

function notesOn(
  found: SchemaSurvey,
  relations: Profiles['relations'],
  partners: Profiles['partners'],
  { certain, possible }: Mediators,
  domains: ReadonlyMap<string, string>,
  ranges: ReadonlyMap<string, string>,
  id: (iri: string) => string,
): readonly string[] {
  const number = (count: number): string => count.toLocaleString('en');
  const notes = [
    `${number(found.relations.size)} relations, ${number(domains.size)} of them with a domain and ${number(ranges.size)} with a range; ${number(found.types.size)} types, ${number(certain.size)} of them mediators.`,
  ];
  if (!found.wholeRelations || !found.wholeTypes)
    notes.push(
      'The KB did not list all of its types and relations, so an unknown name is reported as information, not as an error.',
    );
  const unseen = [...found.relations.keys()].filter((relation) => !relations.has(relation)).length;
  if (unseen)
    notes.push(
      `${number(unseen)} relations have no domain and range, because they are rare or time ran out.`,
    );
  const vague = [...found.types.keys()].filter((type) => !partners.has(type)).length;
  if (vague) notes.push(`${number(vague)} types were not examined for the same reasons.`);
  if (possible.size) {
    const some = [...possible].sort().slice(0, 5).map(id).join(', ');
    notes.push(
      `${number(possible.size)} types have nodes without names, such as ${some}. Set "kind": "mediator" for those that only connect the parts of a fact.`,
    );
  }
  return notes;
}
