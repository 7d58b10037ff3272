import { infer, knownTypes } from '../../schema/inference/inference';
import { similarRelations, similarTypes } from '../../schema/inference/similar-names';
import { domainOf } from '../../schema/domain-index';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import { code, enumeration } from './markdown';

/** Describes a name of the KB's namespace that is not in the schema. It starts at `start`. */
export function describeUnknown(
  query: QueryModel,
  schema: KbSchema,
  id: string,
  start: number,
): readonly string[] {
  const domain = domainOf(id) || id;
  if (!schema.isCompleteFor(id))
    return [
      `**unknown** ${code(id)}`,
      `The schema does not cover ${code(domain)}, so the name cannot be checked.`,
    ];
  const { what, similar } = expectedAt(query, schema, id, start);
  return [
    `**unknown** ${code(id)}`,
    `The schema of ${schema.name} has no ${what} with this name.`,
    ...(similar.length ? [`Similar: ${enumeration(similar.map(code))}.`] : []),
  ];
}

const MAX_SIMILAR = 3;

/** The kind of name that is expected here, and the similar names that the finding suggests. */
function expectedAt(
  query: QueryModel,
  schema: KbSchema,
  id: string,
  start: number,
): { readonly what: string; readonly similar: readonly string[] } {
  const inference = infer(query, schema);
  for (const { iri, link } of inference.scopes.relations) {
    if (iri.range.start === start) {
      const subjectTypes = link ? knownTypes(inference, link.subject, link) : [];
      const objectTypes = link ? knownTypes(inference, link.object, link) : [];
      return { what: 'relation', similar: similarRelations(schema, id, { subjectTypes, objectTypes }) };
    }
    if (link?.object.term?.range.start === start && schema.isTyping(iri.iri))
      return { what: 'class', similar: similarTypes(schema, id, knownTypes(inference, link.subject, link)) };
  }
  return { what: 'relation or class', similar: similarNames(schema, id).slice(0, MAX_SIMILAR) };
}

/** Similar relations and classes, without regard to types. */
export function similarNames(schema: KbSchema, id: string): readonly string[] {
  return [
    ...similarRelations(schema, id, { subjectTypes: [], objectTypes: [] }),
    ...similarTypes(schema, id, []),
  ];
}
