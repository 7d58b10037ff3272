import { knownTypes } from '../../schema/inference/inference';
import { suggestTypes } from '../../schema/inference/similar-names';
import { isEntityId } from '../../language/rdf/ids';
import type { Verifier } from '../verifier';
import { unmatchedParts } from './unmatched-parts';
import { joinWithOr } from '../../language/english/lists';
import { otherSimilarNames, replaceIdFix, didYouMean, isTypingError, uncoveredName } from './wording';

/** Every class of a pattern is defined in the KB. */
export const unknownClass: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'A class is not in the knowledge base',
  about:
    'The object of `a`, `rdf:type` or `type.object.type` is not a class of the schema. A warning where the rest of the query can match without it. Reported as information where the schema does not cover the domain.',
  *verify(evidence) {
    const { query, schema, inference } = evidence;
    const unknown = new Map(
      inference.scopes.relations.flatMap(({ iri, link }) => {
        const object = link?.object.term;
        if (!link || object?.kind !== 'iri' || !schema.isTyping(iri.iri)) return [];
        if (link.options.some(({ inverse }) => inverse)) return [];
        const id = schema.idOf(object.iri);
        if (id === undefined || schema.hasType(id) || (schema.machineIds && isEntityId(id))) return [];
        return [[object.range.start, { object, id, link }] as const];
      }),
    );
    if (!unknown.size) return;
    const parts = unmatchedParts(query.query, unknown.keys());
    for (const { object, id, link } of unknown.values()) {
      const relation = schema.relation(id);
      const claimed = schema.isCompleteFor(id);
      const { ids: similar, decided } = relation
        ? { ids: [relation.domain, relation.range].filter((type) => type !== undefined), decided: true }
        : suggestTypes(schema, id, knownTypes(evidence.inference, link.subject, link));
      const base = {
        range: object.range,
        rule: 'unknown-class',
        ...(parts.isNeeded(object) ? {} : { severity: 'warning' as const }),
        fixes: similar
          .filter((type) => claimed || isTypingError(id, type))
          .map((type) => ({ ...replaceIdFix(type, object, query, schema), oneOfMany: !decided })),
      };
      if (relation)
        yield {
          ...base,
          message: `${id} is a relation, not a class`,
          because: 'The object of a type relation is a class, such as people.person.',
          advice: `Use a class${similar.length ? ` such as ${joinWithOr(similar)}` : ''}.`,
        };
      else if (claimed)
        yield {
          ...base,
          message: `Unknown class ${id}`,
          because: `${schema.name} defines no class with this name, so ${parts.partWith(object)} never matches.${otherSimilarNames(similar)}`,
          advice: didYouMean(similar, 'class'),
        };
      else yield { ...base, ...uncoveredName(id, 'class') };
    }
  },
};
