import { knownTypes } from '../../schema/inference/inference';
import {
  suggestRelations,
  type EndpointTypes,
  type NameSuggestions,
} from '../../schema/inference/similar-names';
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
import {
  otherSimilarNames,
  replaceIdFix,
  didYouMean,
  isTypingError,
  joinWithOr,
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
    'The schema defines no relation with this name, so the pattern never matches. Information only where the schema does not cover the domain (`user.…`, and `base.…` domains that it does not contain). Silent about other vocabularies, and inside SERVICE and templates.',
  *verify(evidence) {
    const { schema, inference } = evidence;
    const reported = new Set<number>();
    const isNew = (iri: IriTerm): boolean => {
      const id = schema.idOf(iri.iri);
      if (id === undefined || schema.hasRelation(id) || reported.has(iri.range.start)) return false;
      reported.add(iri.range.start);
      return true;
    };
    const similar = (iri: IriTerm, place: EndpointTypes): NameSuggestions =>
      suggestRelations(schema, schema.idOf(iri.iri) ?? '', place);
    for (const { iri, link } of inference.scopes.relations) {
      if (!isNew(iri)) continue;
      const place = {
        subjectTypes: link ? knownTypes(evidence.inference, link.subject, link) : [],
        objectTypes: link ? knownTypes(evidence.inference, link.object, link) : [],
      };
      yield observe(evidence, iri, similar(iri, place), link);
    }
    for (const { iri } of inference.scopes.assignedPredicates) {
      if (isNew(iri)) yield observe(evidence, iri, similar(iri, NO_TYPES));
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
  if (!link?.isSimple || mediator === undefined || schema.type(mediator)?.kind !== 'mediator') return [];
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

const NO_TYPES: EndpointTypes = { subjectTypes: [], objectTypes: [] };

function observe(
  { schema, query }: Evidence['schema'],
  iri: IriTerm,
  { ids: similar, decided }: NameSuggestions,
  link?: Link,
): Observation {
  const id = schema.idOf(iri.iri) ?? '';
  const base = { range: iri.range, rule: 'unknown-relation' };
  const fixes = similar
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
      strength: 'weak',
      severity: 'information',
      message: `${id} is not in the schema, so it cannot be checked`,
      because: `The schema does not cover ${id.split('.').slice(0, 2).join('.')}.`,
      advice: 'Make sure that the KB has this relation.',
      fixes: fixes.filter((_, at) => isTypingError(id, similar[at] ?? '')),
    };
  }
  return {
    ...base,
    message: `Unknown relation ${id}`,
    because: `${schema.name} defines no relation with this name, so the pattern never matches.${otherSimilarNames(similar)}`,
    advice: didYouMean(similar, 'relation'),
    fixes,
  };
}
