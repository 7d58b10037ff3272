/** Detects a KB whose relations are not in the schema. */
import { RDFS_LABEL } from '../language/rdf/names';
import { queryRows } from '../query/query-rows';
import { isQueryableIri } from '../query/entity-directory';
import type { AskResult } from './ask-events';
import { likelyEntities } from './names-in-question';
import type { AskContext } from './ask-context';

const MAX_FACTS = 200;
const MAX_NAMED = 3;
const TIMEOUT_MS = 5000;

/** Returns some relations of the linked entity, or of the KB, if none of them is in the schema. */
export async function relationsOutsideSchema(context: AskContext): Promise<readonly string[]> {
  const { schema } = context.ports;
  const [entity] = likelyEntities(context.linking, 1);
  if (entity && !isQueryableIri(entity.iri)) return [];
  const limits = { timeoutMs: TIMEOUT_MS, maxRows: MAX_FACTS };
  try {
    const answer = await queryRows(context.optionalKb.kb, queryFor(entity?.iri), limits, context.lastSignal);
    if ('problem' in answer) return [];
    const relations = answer.rows
      .flatMap(([relation]) => (relation?.type === 'uri' ? [relation.value] : []))
      .filter((iri) => !STANDARD_VOCABULARY.test(iri) && iri !== RDFS_LABEL);
    const origin = originOf(schema.namespace);
    return relations.some((iri) => schema.hasRelation(schema.idOf(iri) ?? iri) || originOf(iri) === origin)
      ? []
      : relations.slice(0, MAX_NAMED);
  } catch (error) {
    context.handleError('vocabulary', error);
    return [];
  }
}

const STANDARD_VOCABULARY = /^https?:\/\/(?:www\.w3\.org|purl\.org\/dc)\//;

export function schemaMismatch(
  relations: readonly string[],
  { ports, kb }: AskContext,
): Pick<AskResult, 'refusal' | 'level' | 'explanation' | 'missing' | 'nearest'> {
  return {
    refusal: 'no-relation',
    level: 'schema',
    explanation: `The KB ${kb.name} has relations that the schema ${ports.schema.name} does not have, such as ${relations.join(', ')}, so questions cannot be answered. Derive a schema from the KB with the command Manage Knowledge Bases or with funfusic schema, and name it in funfusic.schema.file or with --schema.`,
    missing: ['a schema that has the relations of the KB'],
    nearest: relations,
  };
}

function queryFor(iri: string | undefined): string {
  const side = (triple: string): string => `{ SELECT ?p WHERE { ${triple} } LIMIT ${MAX_FACTS} }`;
  const facts =
    iri === undefined ? side('?s ?p ?o .') : `${side(`<${iri}> ?p ?o .`)} UNION ${side(`?s ?p <${iri}> .`)}`;
  return `SELECT DISTINCT ?p WHERE { ${facts} }`;
}

function originOf(iri: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(iri)?.[0] ?? iri;
}
