/** Of each relation, which types its subjects and objects have; of each type, which others its nodes have too. */
import { literalFamily, type LiteralFamily } from '../../language/rdf/datatypes';
import { batchesOf, iriIn, listed, numberIn, type SchemaQueries } from './schema-queries';
import type { SchemaSurvey } from './survey';

export interface RelationProfile {
  /** Facts in all. */
  readonly facts: number;
  /** Facts with a node as object; the others have literals. */
  readonly nodes: number;
  readonly families: ReadonlySet<LiteralFamily>;
  /** In how many facts the subject has a type. */
  readonly subjects: Tally;
  readonly objects: Tally;
}

/** How often each was seen. */
export type Tally = ReadonlyMap<string, number>;

export interface Profiles {
  /** Missing where the KB gave no whole answer. */
  readonly relations: ReadonlyMap<string, RelationProfile>;
  /** The types that nodes of a type have, itself among them. Missing where the KB gave no whole answer. */
  readonly partners: ReadonlyMap<string, Tally>;
}

type Tell = (what: string, share: number) => void;

export async function profile(
  asking: SchemaQueries,
  { typing, types, relations }: SchemaSurvey,
  most: { readonly types: number; readonly relations: number },
  tell: Tell,
): Promise<Profiles> {
  const usual = mostUsed(relations, most.relations);
  const failed = new Set<string>();
  const fail = (relation: string): void => void failed.add(relation);
  const weight = (relation: string): number => weightOf(relations.get(relation));
  const gather = async (
    wanted: readonly string[],
    what: string,
    pattern: string,
    take: (relation: string, found: string | undefined, facts: number) => void,
  ): Promise<void> => {
    await asking.each(
      batchesOf(wanted, weight),
      (batch) =>
        `SELECT ?relation ?found (COUNT(*) AS ?n) { VALUES ?relation { ${listed(batch)} } ?s ?relation ?o . ${pattern} } GROUP BY ?relation ?found`,
      ([relation, found, facts]) => {
        if (relation) take(relation.value, found?.value, numberIn(facts));
      },
      fail,
      (done) => tell(what, done / wanted.length),
    );
  };

  const drafts = new Map(usual.map((relation) => [relation, draft()]));
  await gather(usual, 'objects of relations', KIND, (relation, kind = '', facts) => {
    const of = drafts.get(relation);
    if (!of) return;
    of.facts += facts;
    if (kind === NODE) of.nodes += facts;
    else of.families.add(kind === TAGGED ? 'text' : literalFamily(kind));
  });
  const tally =
    (side: 'subjects' | 'objects') =>
    (relation: string, type: string | undefined, facts: number): void => {
      if (type !== undefined) drafts.get(relation)?.[side].set(type, facts);
    };
  await gather(usual, 'types of subjects', `?s <${typing}> ?found`, tally('subjects'));
  const leading = usual.filter((relation) => drafts.get(relation)?.nodes);
  await gather(leading, 'types of objects', `?o <${typing}> ?found`, tally('objects'));
  for (const relation of failed) drafts.delete(relation);

  return { relations: drafts, partners: await partnersOf(asking, typing, types, most.types, tell) };
}

/** What could not be counted is asked for alone. */
function weightOf(count: number | undefined): number {
  return count === undefined || Number.isNaN(count) ? Infinity : count;
}

const NODE = 'node';
const TAGGED = '@';
const KIND = `BIND(IF(ISLITERAL(?o), IF(LANG(?o) != "", "${TAGGED}", STR(DATATYPE(?o))), "${NODE}") AS ?found)`;

interface Draft {
  facts: number;
  nodes: number;
  readonly families: Set<LiteralFamily>;
  readonly subjects: Map<string, number>;
  readonly objects: Map<string, number>;
}

function draft(): Draft {
  return { facts: 0, nodes: 0, families: new Set(), subjects: new Map(), objects: new Map() };
}

async function partnersOf(
  asking: SchemaQueries,
  typing: string,
  types: ReadonlyMap<string, number>,
  most: number,
  tell: Tell,
): Promise<ReadonlyMap<string, Tally>> {
  const usual = mostUsed(types, most);
  const partners = new Map(usual.map((type) => [type, new Map<string, number>()]));
  await asking.each(
    batchesOf(usual, (type) => weightOf(types.get(type))),
    (batch) =>
      `SELECT ?type ?other (COUNT(*) AS ?n) { VALUES ?type { ${listed(batch)} } ?s <${typing}> ?type . ?s <${typing}> ?other } GROUP BY ?type ?other`,
    ([type, other, nodes]) => {
      const iri = iriIn(other);
      if (type && iri !== undefined) partners.get(type.value)?.set(iri, numberIn(nodes));
    },
    (type) => void partners.delete(type),
    (done) => tell('types of nodes', done / usual.length),
  );
  return partners;
}

function mostUsed(counts: ReadonlyMap<string, number>, most: number): readonly string[] {
  return [...counts]
    .sort(([, left], [, right]) => (right || 0) - (left || 0))
    .slice(0, most)
    .map(([iri]) => iri);
}
