import { similarTypes } from '../../infer/similar-names';
import { isEntityId } from '../../rdf/ids';
import type { Verifier } from '../verifier';
import { didYouMean, knownTypes, otherwise, writtenLike } from './wording';

/** Every class that a pattern asks for is one that the KB defines. */
export const unknownClass: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'A class is not in the knowledge base',
  about:
    'The object of `a`, `rdf:type` or `type.object.type` is no class of the schema. Where the schema does not claim to be complete this is information only.',
  *verify(evidence) {
    const { query, schema, inference } = evidence;
    for (const { iri, link } of inference.scopes.relations) {
      const object = link?.object.term;
      if (
        !link ||
        object?.kind !== 'iri' ||
        !schema.isTyping(iri.iri) ||
        link.options.some(({ inverse }) => inverse)
      )
        continue;
      const id = schema.idOf(object.iri);
      if (id === undefined || schema.hasType(id) || (schema.machineIds && isEntityId(id))) continue;
      const similar = similarTypes(schema, id, knownTypes(evidence, link.subject, link));
      const claimed = schema.claimsToKnow(id);
      const relation = schema.hasRelation(id);
      yield {
        range: object.range,
        rule: 'unknown-class',
        ...(claimed || relation ? {} : { strength: 'weak' as const, severity: 'information' as const }),
        message: relation
          ? `${id} is a relation, not a class`
          : claimed
            ? `Unknown class ${id}${didYouMean(similar)}`
            : `${id} is not in the schema, so it cannot be checked`,
        because: relation
          ? 'After a relation that gives the type stands a class, such as people.person.'
          : claimed
            ? `${schema.name} defines no class of this name, so nothing can be of it.`
            : `The schema does not cover ${id.split('.').slice(0, 2).join('.')}.`,
        advice: otherwise(similar, 'class'),
        fixes: similar.map((type) => ({
          title: `Change to ${type}`,
          edits: [{ range: object.range, newText: writtenLike(object, type, query, schema) }],
          safety: 'unsafe' as const,
        })),
      };
    }
  },
};
