/** Collects the names and types of a query for the context of a model. */
import { infer, knownTypes } from '../../schema/inference/inference';
import { similarRelations, similarTypes } from '../../schema/inference/similar-names';
import { unambiguousTypes } from '../../schema/inference/type-evidence';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import { topicEntitiesOf, type TopicEntity } from '../../check/answer/topics';
import { verify } from '../../check/verify';
import { idsInFixes } from '../nearest-names';
import type { RepairPorts } from '../repair-ports';

export interface QueryVocabulary {
  readonly topics: ReadonlyMap<string, TopicEntity>;
  /** Relations of the query that exist. */
  readonly relations: readonly string[];
  readonly classes: readonly string[];
  /** Names from fixes, and names similar to unknown ones. */
  readonly similar: readonly string[];
  readonly types: readonly string[];
}

const MAX_SIMILAR = 3;

export function vocabularyOf(
  query: QueryModel,
  schema: KbSchema,
  onDefect: RepairPorts['onDefect'],
): QueryVocabulary {
  const inference = infer(query, schema);
  const { scopes } = inference;
  const relations = new Set<string>();
  const classes = new Set<string>();
  const similar = new Set(idsInFixes(verify(query, { schema, severities: {}, onDefect }), schema));
  for (const { iri, link } of scopes.relations) {
    const id = schema.idOf(iri.iri);
    if (id === undefined || schema.isTyping(iri.iri)) continue;
    if (schema.hasRelation(id)) relations.add(id);
    if (schema.hasType(id)) classes.add(id);
    if (schema.hasRelation(id) || schema.hasType(id)) continue;
    const isClass = link?.options.some((option) => schema.isTyping(option.iri.iri)) ?? false;
    const [subjectTypes, objectTypes] = [link?.subject, link?.object].map((node) =>
      node && link ? knownTypes(inference, node, link) : [],
    ) as [readonly string[], readonly string[]];
    const found = isClass
      ? similarTypes(schema, id, subjectTypes, MAX_SIMILAR)
      : similarRelations(schema, id, { subjectTypes, objectTypes }, MAX_SIMILAR);
    for (const name of found) similar.add(name);
  }
  const types = new Set<string>();
  for (const scope of scopes.all)
    for (const evidence of inference.typesIn(scope).byNode.values())
      for (const type of unambiguousTypes(evidence)) types.add(type);
  return {
    topics: topicEntitiesOf(scopes, schema),
    relations: [...relations],
    classes: [...classes],
    similar: [...similar].filter((id) => !relations.has(id) && !classes.has(id)),
    types: [...types],
  };
}
