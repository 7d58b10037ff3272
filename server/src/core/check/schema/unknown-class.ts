import { knownTypes } from '../../schema/inference/inference';
import { suggestTypes } from '../../schema/inference/similar-names';
import { isEntityId } from '../../language/rdf/ids';
import type { Verifier } from '../verifier';
import { otherSimilarNames, replaceIdFix, didYouMean, isTypingError, joinWithOr } from './wording';

/** Every class of a pattern is defined in the KB. */
export const unknownClass: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'A class is not in the knowledge base',
  about:
    'The object of `a`, `rdf:type` or `type.object.type` is not a class of the schema. Information only where the schema does not cover the domain.',
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
      const relation = schema.relation(id);
      const claimed = schema.isCompleteFor(id);
      const { ids: similar, decided } = relation
        ? { ids: [relation.domain, relation.range].filter((type) => type !== undefined), decided: true }
        : suggestTypes(schema, id, knownTypes(evidence.inference, link.subject, link));
      yield {
        range: object.range,
        rule: 'unknown-class',
        ...(claimed || relation ? {} : { strength: 'weak' as const, severity: 'information' as const }),
        message: relation
          ? `${id} is a relation, not a class`
          : claimed
            ? `Unknown class ${id}`
            : `${id} is not in the schema, so it cannot be checked`,
        because: relation
          ? 'The object of a type relation is a class, such as people.person.'
          : claimed
            ? `${schema.name} defines no class with this name, so the pattern never matches.${otherSimilarNames(similar)}`
            : `The schema does not cover ${id.split('.').slice(0, 2).join('.')}.`,
        advice: relation
          ? `Use a class${similar.length ? ` such as ${joinWithOr(similar)}` : ''}.`
          : claimed
            ? didYouMean(similar, 'class')
            : 'Make sure that the KB has this class.',
        fixes: similar
          .filter((type) => claimed || isTypingError(id, type))
          .map((type) => ({ ...replaceIdFix(type, object, query, schema), oneOfMany: !decided })),
      };
    }
  },
};
