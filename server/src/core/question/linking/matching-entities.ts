/** Finds the entities that match a triple pattern, for a list to choose from. */
import type { KbSchema } from '../../schema/schema';
import { isQueryableIri } from '../../query/entity-directory';
import { queryRows } from '../../query/query-rows';
import { countFacts } from './count-facts';
import { bySpecificity } from './gather-names';
import type { KbAccess, LinkedEntity } from './linking';

/** Facts that are read, of a relation that may have millions. */
const MAX_MATCHES = 2000;
const MAX_ENTITIES = 40;

/** The named entities `?e` of a pattern, the most frequent first. Rejects only when `signal` is aborted. */
export async function matchingEntities(
  pattern: string,
  { kb, directory }: KbAccess,
  schema: KbSchema,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly LinkedEntity[]> {
  const query = `SELECT ?e (COUNT(*) AS ?matches) WHERE { { SELECT ?e WHERE { ${pattern} . } LIMIT ${MAX_MATCHES} } } GROUP BY ?e ORDER BY DESC(?matches) LIMIT ${MAX_ENTITIES}`;
  const answer = await queryRows(kb, query, { timeoutMs, maxRows: MAX_ENTITIES }, signal);
  if ('problem' in answer) return [];
  const iris = answer.rows.flatMap(([term]) =>
    term?.type === 'uri' && isQueryableIri(term.value) ? [term.value] : [],
  );
  const known = await directory.lookUp(iris, signal);
  const named = iris.filter((iri) => known.get(iri)?.name !== undefined && !known.get(iri)?.mediator);
  const { facts } = await countFacts(kb, named, timeoutMs, signal);
  return named.map((iri) => ({
    iri,
    id: schema.idOf(iri) ?? iri,
    name: known.get(iri)?.name ?? iri,
    types: bySpecificity(known.get(iri)?.types ?? [], schema),
    match: 'given',
    score: 0,
    popularity: facts.get(iri) ?? 0,
    because: [],
  }));
}
