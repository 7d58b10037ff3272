/** Counts the facts about entities, which are a measure of their popularity. */
import type { KnowledgeBase } from '../../kb/knowledge-base';
import { queryRows } from '../../query/query-rows';

/** Facts that are counted for one entity, which may have millions. */
const MAX_FACTS = 500;

interface FactCounts {
  readonly facts: ReadonlyMap<string, number>;
  /** Why nothing was counted. */
  readonly problem?: string;
}

/** Rejects only when `signal` is aborted. */
export async function countFacts(
  kb: KnowledgeBase,
  iris: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<FactCounts> {
  const facts = new Map<string, number>();
  if (!iris.length) return { facts };
  const answer = await queryRows(kb, countQuery(iris), { timeoutMs, maxRows: iris.length }, signal);
  if ('problem' in answer) return { facts, problem: answer.problem };
  for (const [entity, count] of answer.rows)
    if (entity && count) facts.set(entity.value, Number(count.value) || 0);
  return { facts };
}

/** Each entity is a UNION branch of its own, so that the index is used and the count can be limited. */
function countQuery(iris: readonly string[]): string {
  const branches = iris.map(
    (iri) =>
      `{ SELECT (<${iri}> AS ?e) (COUNT(?p) AS ?facts) WHERE { { SELECT ?p WHERE { { <${iri}> ?p ?o . } UNION { ?s ?p <${iri}> . } } LIMIT ${MAX_FACTS} } } }`,
  );
  return `SELECT ?e ?facts WHERE { ${branches.join(' UNION ')} }`;
}
