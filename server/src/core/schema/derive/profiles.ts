/** Counts the types of the subjects and objects of each relation, and the types that occur together on one node. */
import { literalFamily, type LiteralFamily } from '../../language/rdf/datatypes';
import { toBatches, toIri, formatIris, toNumber, type SchemaQueries } from './schema-queries';
import type { SchemaSurvey } from './survey';

export interface RelationProfile {
  readonly facts: number;
  /** The number of facts whose object is a node, not a literal. */
  readonly nodes: number;
  readonly families: ReadonlySet<LiteralFamily>;
  /** For each type, the number of facts whose subject has it. */
  readonly subjects: TypeCounts;
  readonly objects: TypeCounts;
}

export type TypeCounts = ReadonlyMap<string, number>;

export interface Profiles {
  /** Without the relations for which the KB returned no complete answer. */
  readonly relations: ReadonlyMap<string, RelationProfile>;
  /** For each type, the types of its nodes, including itself. Without the types that have no complete answer. */
  readonly partners: ReadonlyMap<string, TypeCounts>;
}

type Report = (what: string, share: number) => void;

export async function collectProfiles(
  queries: SchemaQueries,
  { typing, typings, types, relations }: SchemaSurvey,
  max: { readonly types: number; readonly relations: number },
  report: Report,
): Promise<Profiles> {
  // The relations to types have the most facts, and no domain or range is chosen for them.
  const mostUsed = selectMostUsed(relations, max.relations).filter((iri) => !typings.includes(iri));
  const failed = new Set<string>();
  const weight = (relation: string): number => weightOf(relations.get(relation));
  const count = async (
    counted: readonly string[],
    what: string,
    pattern: string,
    add: (relation: string, found: string | undefined, facts: number) => void,
  ): Promise<void> => {
    await queries.each(
      toBatches(counted, weight),
      (batch) =>
        `SELECT ?relation ?found (COUNT(*) AS ?n) { VALUES ?relation { ${formatIris(batch)} } ?s ?relation ?o . ${pattern} } GROUP BY ?relation ?found`,
      ([relation, found, facts]) => {
        if (relation) add(relation.value, found?.value, toNumber(facts));
      },
      (relation) => void failed.add(relation),
      (done) => report(what, done / counted.length),
    );
  };

  const drafts = new Map(mostUsed.map((relation) => [relation, newDraft()]));
  await count(mostUsed, 'objects of relations', BIND_KIND, (relation, kind = '', facts) => {
    const draft = drafts.get(relation);
    if (!draft) return;
    draft.facts += facts;
    if (kind === NODE) draft.nodes += facts;
    else draft.families.add(kind === TAGGED ? 'text' : literalFamily(kind));
  });
  const addTo =
    (end: 'subjects' | 'objects') =>
    (relation: string, type: string | undefined, facts: number): void => {
      if (type !== undefined) drafts.get(relation)?.[end].set(type, facts);
    };
  await count(mostUsed, 'types of subjects', `?s <${typing}> ?found`, addTo('subjects'));
  const withNodes = mostUsed.filter((relation) => drafts.get(relation)?.nodes);
  await count(withNodes, 'types of objects', `?o <${typing}> ?found`, addTo('objects'));
  for (const relation of failed) drafts.delete(relation);

  return { relations: drafts, partners: await findPartners(queries, typing, types, max.types, report) };
}

/** A relation or type without a count is queried alone. */
function weightOf(count: number | undefined): number {
  return count === undefined || Number.isNaN(count) ? Infinity : count;
}

const NODE = 'node';
const TAGGED = '@';
const BIND_KIND = `BIND(IF(ISLITERAL(?o), IF(LANG(?o) != "", "${TAGGED}", STR(DATATYPE(?o))), "${NODE}") AS ?found)`;

interface ProfileDraft {
  facts: number;
  nodes: number;
  readonly families: Set<LiteralFamily>;
  readonly subjects: Map<string, number>;
  readonly objects: Map<string, number>;
}

function newDraft(): ProfileDraft {
  return { facts: 0, nodes: 0, families: new Set(), subjects: new Map(), objects: new Map() };
}

async function findPartners(
  queries: SchemaQueries,
  typing: string,
  types: ReadonlyMap<string, number>,
  max: number,
  report: Report,
): Promise<ReadonlyMap<string, TypeCounts>> {
  const mostUsed = selectMostUsed(types, max);
  const partners = new Map(mostUsed.map((type) => [type, new Map<string, number>()]));
  await queries.each(
    toBatches(mostUsed, (type) => weightOf(types.get(type))),
    (batch) =>
      `SELECT ?type ?other (COUNT(*) AS ?n) { VALUES ?type { ${formatIris(batch)} } ?s <${typing}> ?type . ?s <${typing}> ?other } GROUP BY ?type ?other`,
    ([type, other, nodes]) => {
      const iri = toIri(other);
      if (type && iri !== undefined) partners.get(type.value)?.set(iri, toNumber(nodes));
    },
    (type) => void partners.delete(type),
    (done) => report('types of nodes', done / mostUsed.length),
  );
  return partners;
}

function selectMostUsed(counts: ReadonlyMap<string, number>, max: number): readonly string[] {
  return [...counts]
    .sort(([, left], [, right]) => (right || 0) - (left || 0))
    .slice(0, max)
    .map(([iri]) => iri);
}
