/** The facts around a node, limited per relation so that none crowds out the others. */
import type { KnowledgeBase, RdfTerm } from '../kb/knowledge-base';
import { queryRows } from './query-rows';
import { addToList } from '../language/text/multimap';

export interface NodeFact {
  readonly relation: string;
  /** The value or node at the other end. */
  readonly term: RdfTerm;
}

export interface NodeFacts {
  readonly facts: readonly NodeFact[];
  readonly direction: 'out' | 'in';
  /** Whether relations are missing. */
  readonly truncated: boolean;
  /** The relations of which facts are missing. */
  readonly truncatedRelations: ReadonlySet<string>;
  readonly problem?: string;
}

const TIMEOUT_MS = 10_000;
/** Up to this number all facts are fetched in one request. */
const MAX_AT_ONCE = 3000;
const MAX_RELATIONS = 100;
const MAX_PART_ROWS = 4000;

export async function factsAround(
  kb: KnowledgeBase,
  iri: string,
  direction: 'out' | 'in',
  limit: number,
  signal: AbortSignal,
): Promise<NodeFacts> {
  const triple = (relation: string): string =>
    direction === 'out' ? `<${iri}> ${relation} ?v .` : `?v ${relation} <${iri}> .`;
  const limits = { timeoutMs: TIMEOUT_MS, maxRows: MAX_AT_ONCE };
  const query = `SELECT ?p ?v WHERE { ${triple('?p')} } LIMIT ${MAX_AT_ONCE + 1}`;
  const all = await queryRows(kb, query, limits, signal);
  if ('problem' in all)
    return { facts: [], direction, truncated: true, truncatedRelations: new Set(), problem: all.problem };
  const first = {
    facts: readFacts(all.rows),
    direction,
    truncated: false,
    truncatedRelations: new Set<string>(),
  };
  if (all.incomplete === undefined) return first;

  const list = `SELECT DISTINCT ?p WHERE { ${triple('?p')} } LIMIT ${MAX_RELATIONS + 1}`;
  const relations = await queryRows(kb, list, limits, signal);
  const names = 'problem' in relations ? [] : relations.rows.flatMap(([term]) => (term ? [term.value] : []));
  const few = (relation: string): string =>
    `{ SELECT (<${relation}> AS ?p) ?v WHERE { ${triple(`<${relation}>`)} } LIMIT ${limit + 1} }`;
  const some =
    names.length &&
    (await queryRows(
      kb,
      `SELECT ?p ?v WHERE { ${names.slice(0, MAX_RELATIONS).map(few).join(' UNION ')} }`,
      limits,
      signal,
    ));
  // If the KB cannot list its relations, the first facts are still useful.
  if (!some || 'problem' in some)
    return {
      ...first,
      truncated: true,
      truncatedRelations: new Set(first.facts.map(({ relation }) => relation)),
    };
  const facts = readFacts(some.rows);
  const counts = new Map<string, number>();
  for (const { relation } of facts) counts.set(relation, (counts.get(relation) ?? 0) + 1);
  const truncatedRelations = new Set(
    [...counts.keys()].filter((relation) => (counts.get(relation) ?? 0) > limit),
  );
  return { facts, direction, truncated: names.length > MAX_RELATIONS, truncatedRelations };
}

/** The facts of mediators; empty if the request fails. */
export async function mediatorFacts(
  kb: KnowledgeBase,
  mediators: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly NodeFact[]>> {
  const parts = new Map<string, NodeFact[]>();
  if (!mediators.length) return parts;
  const nodes = mediators.map((iri) => `<${iri}>`).join(' ');
  const answer = await queryRows(
    kb,
    `SELECT ?m ?p ?v WHERE { VALUES ?m { ${nodes} } ?m ?p ?v . } LIMIT ${MAX_PART_ROWS + 1}`,
    { timeoutMs: TIMEOUT_MS, maxRows: MAX_PART_ROWS },
    signal,
  );
  if ('problem' in answer) return parts;
  for (const [mediator, relation, term] of answer.rows) {
    if (mediator && relation && term) addToList(parts, mediator.value, { relation: relation.value, term });
  }
  return parts;
}

function readFacts(rows: readonly (readonly (RdfTerm | null)[])[]): readonly NodeFact[] {
  return rows.flatMap(([relation, term]) => (relation && term ? [{ relation: relation.value, term }] : []));
}
