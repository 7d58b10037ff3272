/** Counts the facts about entities, which are a measure of their popularity. */
import type { KnowledgeBase } from '../../kb/knowledge-base';
import { queryRows } from '../../query/query-rows';

/** Facts that are counted for one entity, which may have millions. */
const MAX_FACTS = 500;
/** Facts that are read for all entities together, in one direction. */
const MAX_FACTS_READ = 20_000;

interface FactCounts {
  readonly facts: ReadonlyMap<string, number>;
  /** Why nothing was counted. */
  readonly problem?: string;
}

/**
 * Counts the facts of all entities together. If a hub uses up the limit, the facts of the others are counted one by one.
 * Rejects only when `signal` is aborted.
 */
export async function countFacts(
  kb: KnowledgeBase,
  iris: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<FactCounts> {
  if (!iris.length) return { facts: new Map() };
  const read = async (query: string): Promise<FactCounts> => {
    const answer = await queryRows(kb, query, { timeoutMs, maxRows: iris.length, fastFormat: true }, signal);
    if ('problem' in answer) return { facts: new Map(), problem: answer.problem };
    const counts = answer.rows.flatMap(([entity, count]) =>
      entity && count ? [[entity.value, Number(count.value) || 0] as const] : [],
    );
    return { facts: new Map(counts) };
  };
  const [to, from] = await Promise.all([
    read(groupedQuery(iris, '?e ?p ?o .')),
    read(groupedQuery(iris, '?s ?p ?e .')),
  ]);
  if (to.problem !== undefined && from.problem !== undefined) return to;
  const isComplete = [to, from].every(
    ({ facts, problem }) =>
      problem === undefined && [...facts.values()].reduce((sum, count) => sum + count, 0) < MAX_FACTS_READ,
  );
  const counts = iris.map((iri): readonly [string, number] => {
    const count = (to.facts.get(iri) ?? 0) + (from.facts.get(iri) ?? 0);
    return [iri, Math.min(MAX_FACTS, count)];
  });
  if (isComplete) return { facts: new Map(counts) };
  const uncertain = counts.flatMap(([iri, count]) => (count < MAX_FACTS ? [iri] : []));
  if (!uncertain.length) return { facts: new Map(counts) };
  const { facts, problem } = await read(oneByOneQuery(uncertain));
  return problem === undefined ? { facts: new Map([...counts, ...facts]) } : { facts, problem };
}

function groupedQuery(iris: readonly string[], fact: string): string {
  const entities = iris.map((iri) => `<${iri}>`).join(' ');
  return `SELECT ?e (COUNT(*) AS ?facts) WHERE { { SELECT ?e WHERE { VALUES ?e { ${entities} } ${fact} } LIMIT ${MAX_FACTS_READ} } } GROUP BY ?e`;
}

/** Each entity is a UNION branch of its own, so that the index is used and the count can be limited. */
function oneByOneQuery(iris: readonly string[]): string {
  const branches = iris.map(
    (iri) =>
      `{ SELECT (<${iri}> AS ?e) (COUNT(?p) AS ?facts) WHERE { { SELECT ?p WHERE { { <${iri}> ?p ?o . } UNION { ?s ?p <${iri}> . } } LIMIT ${MAX_FACTS} } } }`,
  );
  return `SELECT ?e ?facts WHERE { ${branches.join(' UNION ')} }`;
}
