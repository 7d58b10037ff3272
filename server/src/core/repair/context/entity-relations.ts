/** The relations that the entities of a query have in the KB. */
import { isSystem } from '../../schema/domain-index';
import type { KnowledgeBase, ExecutionLimits } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { queryRows } from '../../query/query-rows';
import { isQueryableIri } from '../../query/entity-directory';

/** Facts of an entity that are read, in each direction. */
const MAX_FACTS = 3000;
const MAX_RELATIONS = 300;
const MAX_ENTITIES = 5;
/** A guard against a very slow KB. */
const MAX_TIMEOUT_MS = 20_000;

/** Distinct ids. Sends one query per entity, and stops at the first that fails. */
export async function relationsAtEntities(
  kb: KnowledgeBase,
  schema: KbSchema,
  entities: readonly { readonly iri: string; readonly unknown: boolean }[],
  { timeoutMs }: ExecutionLimits,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const limits = { timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS), maxRows: MAX_RELATIONS };
  const found = new Set<string>();
  const existing = entities
    .filter(({ iri, unknown }) => !unknown && isQueryableIri(iri))
    .slice(0, MAX_ENTITIES);
  for (const { iri } of existing) {
    signal.throwIfAborted();
    const answer = await queryRows(kb, relationsQuery(iri), limits, signal);
    // The next request would fail too.
    if ('problem' in answer) break;
    for (const [relation] of answer.rows) {
      const id = relation ? schema.idOf(relation.value) : undefined;
      if (id !== undefined && schema.hasRelation(id) && !isSystem(id)) found.add(id);
    }
  }
  return [...found].sort();
}

function relationsQuery(iri: string): string {
  const side = (triple: string): string => `{ SELECT ?relation WHERE { ${triple} } LIMIT ${MAX_FACTS} }`;
  return `SELECT DISTINCT ?relation WHERE { ${side(`<${iri}> ?relation ?value .`)} UNION ${side(`?value ?relation <${iri}> .`)} } LIMIT ${MAX_RELATIONS}`;
}
