import { joinWithOr } from '../../language/english/lists';
import { knownTypes } from '../../schema/inference/inference';
import { suggestRelations } from '../../schema/inference/similar-names';
import { labelOf } from '../../schema/labels';
import { isEntityId } from '../../language/rdf/ids';
import type { Link } from '../../schema/inference/scopes';
import type { TypeEvidence } from '../../schema/inference/type-evidence';
import type { KbSchema } from '../../schema/schema';
import type { IriTerm, QueryModel } from '../../language/sparql/model';
import type { Evidence, Fix, Observation, Verifier } from '../verifier';
import { excludeStart } from './missed-hop';
import { leadsBack } from './exclude-start';
import { onwardRelations } from './onward-relations';
import { unmatchedParts } from './unmatched-parts';
import {
  otherSimilarNames,
  replaceIdFix,
  didYouMean,
  isTypingError,
  uncoveredName,
  writeIriLike,
} from './wording';

/** Every relation of a pattern is defined in the KB. */
export const unknownRelation: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'A relation is not in the knowledge base',
  about:
    'The schema defines no relation with this name, so the pattern never matches. A warning where only an OPTIONAL, a UNION branch, an alternative of a path or condition, or one of several VALUES never matches. Reported as information where the schema does not cover the domain (`user.…`, and `base.…` domains that it does not contain). Not reported for other vocabularies, or inside SERVICE and templates.',
  *verify(evidence) {
    const { schema, inference } = evidence;
    const { relations, assignedPredicates } = inference.scopes;
    const unknown = new Map<number, { readonly iri: IriTerm; readonly link: Link | undefined }>();
    const assigned = assignedPredicates.map(({ iri }) => ({ iri, link: undefined }));
    for (const { iri, link } of [...relations, ...assigned]) {
      const id = schema.idOf(iri.iri);
      if (id !== undefined && !schema.hasRelation(id) && !unknown.has(iri.range.start))
        unknown.set(iri.range.start, { iri, link });
    }
    if (!unknown.size) return;
    const parts = unmatchedParts(evidence.query.query, unknown.keys());
    for (const { iri, link } of unknown.values()) {
      const observation = observe(evidence, iri, parts.partWith(iri), link);
      yield parts.isNeeded(iri) ? observation : { severity: 'warning', ...observation };
    }
  },
};

/** Replaces an unknown relation by a path through a mediator, if the similar relation ends at one. */
function throughMediatorFix(
  schema: KbSchema,
  query: QueryModel,
  iri: IriTerm,
  relation: string,
  link: Link | undefined,
): readonly Fix[] {
  const mediator = schema.relation(relation)?.range;
  if (!link?.isSimple || !schema.isMediator(mediator)) return [];
  const atMediator: TypeEvidence = {
    node: link.object,
    types: [mediator],
    position: 'object',
    otherEnd: undefined,
    link,
    because: [relation],
    range: link.range,
  };
  const [onward] = onwardRelations(schema, mediator, atMediator).ids;
  if (onward === undefined) return [];
  const path = [relation, onward].map((id) => writeIriLike(iri, id, query, schema)).join('/');
  const isBack = leadsBack(schema, { id: relation, inverse: false }, { id: onward, inverse: false });
  return [
    {
      title: `Change to ${relation}/${onward}, through the mediator`,
      edits: [{ range: iri.range, newText: path }, ...(isBack ? excludeStart(query, link) : [])],
      safety: 'unsafe',
    },
  ];
}

function observe(
  { schema, query, inference }: Evidence['schema'],
  iri: IriTerm,
  part: string,
  link: Link | undefined,
): Observation {
  const id = schema.idOf(iri.iri) ?? '';
  const { ids: similar, decided } = suggestRelations(schema, id, {
    subjectTypes: link ? knownTypes(inference, link.subject, link) : [],
    objectTypes: link ? knownTypes(inference, link.object, link) : [],
  });
  const base = { range: iri.range, rule: 'unknown-relation' };
  const fixesFor = (relations: readonly string[]): readonly Fix[] =>
    relations
      .flatMap((relation) => [
        replaceIdFix(relation, iri, query, schema),
        ...throughMediatorFix(schema, query, iri, relation, link),
      ])
      .map((fix) => ({ ...fix, oneOfMany: !decided }));
  if (schema.machineIds && isEntityId(id)) {
    return {
      ...base,
      message: `${id} is an entity, not a relation`,
      because: 'A relation such as people.person.place_of_birth belongs between subject and object.',
      advice: 'Use a relation.',
    };
  }
  if (schema.hasType(id)) {
    const own = schema.relationsOf(id).slice(0, 3);
    return {
      ...base,
      message: `${id} is a class, not a relation`,
      because: `It is the class "${labelOf(id)}". The names of its relations have one more part.`,
      advice: own.length ? `Use one of its relations, such as ${joinWithOr(own)}.` : 'Use a relation.',
    };
  }
  if (!schema.isCompleteFor(id)) {
    return {
      ...base,
      ...uncoveredName(id, 'relation'),
      fixes: fixesFor(similar.filter((relation) => isTypingError(id, relation))),
    };
  }
  return {
    ...base,
    message: `Unknown relation ${id}`,
    because: `${schema.name} defines no relation with this name, so ${part} never matches.${otherSimilarNames(similar)}`,
    advice: didYouMean(similar, 'relation'),
    fixes: fixesFor(similar),
  };
}
