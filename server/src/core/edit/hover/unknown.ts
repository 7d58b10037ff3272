import { infer, knownTypes } from '../../schema/inference/inference';
import { similarRelations, similarTypes } from '../../schema/inference/similar-names';
import { domainOf } from '../../schema/domains';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import { code, enumeration } from './markdown';

/** A name of the KB's namespace that the schema does not have; it stands at `start`. */
export function describeUnknown(
  query: QueryModel,
  schema: KbSchema,
  id: string,
  start: number,
): readonly string[] {
  const domain = domainOf(id) || id;
  if (!schema.claimsToKnow(id))
    return [
      `**unknown** ${code(id)}`,
      `The schema does not cover ${code(domain)}, so it cannot tell whether ${schema.name} has it.`,
    ];
  const { what, similar } = readingAt(query, schema, id, start);
  return [
    `**unknown** ${code(id)}`,
    `The schema of ${schema.name} has no ${what} of this name.`,
    ...(similar.length ? [`Perhaps ${enumeration(similar.map(code))} is meant.`] : []),
  ];
}

const MOST_SIMILAR = 3;

/** What the place asks for, and which names come near: the same ones that its finding offers. */
function readingAt(
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
  const nowhere = { subjectTypes: [], objectTypes: [] };
  const similar = [...similarRelations(schema, id, nowhere), ...similarTypes(schema, id, [])];
  return { what: 'relation or class', similar: similar.slice(0, MOST_SIMILAR) };
}
