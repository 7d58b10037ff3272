/** The relations that the entities of a query really have: what a model may use and get an answer. */
import { isSystem } from '../../schema/domains';
import type { KnowledgeBase, Limits } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { queryRows } from '../../query/query-rows';
import { canBeAsked } from '../../query/entity-directory';

/** An entity that half of the KB points to is looked at as far as this, in each direction. */
const MAX_FACTS = 3000;
const MAX_RELATIONS = 300;
const MAX_ENTITIES = 5;
/** It helps to know, and the facts are bounded: a guard against a KB that is very slow, no more. */
const LONGEST_MS = 20_000;

/** Ids, each once. One query an entity; those that the KB does not answer are left out. */
export async function relationsAtEntities(
  kb: KnowledgeBase,
  schema: KbSchema,
  entities: readonly { readonly iri: string; readonly unknown: boolean }[],
  { timeoutMs }: Limits,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const limits = { timeoutMs: Math.min(timeoutMs, LONGEST_MS), maxRows: MAX_RELATIONS };
  const found = new Set<string>();
  const asked = entities.filter(({ iri, unknown }) => !unknown && canBeAsked(iri)).slice(0, MAX_ENTITIES);
  for (const { iri } of asked) {
    signal.throwIfAborted();
    const answer = await queryRows(kb, queryFor(iri), limits, signal);
    // A KB that is away would be as far away for the next.
    if ('problem' in answer) break;
    for (const [relation] of answer.rows) {
      const id = relation ? schema.idOf(relation.value) : undefined;
      if (id !== undefined && schema.hasRelation(id) && !isSystem(id)) found.add(id);
    }
  }
  return [...found].sort();
}

function queryFor(iri: string): string {
  const side = (triple: string): string => `{ SELECT ?relation WHERE { ${triple} } LIMIT ${MAX_FACTS} }`;
  return `SELECT DISTINCT ?relation WHERE { ${side(`<${iri}> ?relation ?value .`)} UNION ${side(`?value ?relation <${iri}> .`)} } LIMIT ${MAX_RELATIONS}`;
}
