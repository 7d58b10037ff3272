import { typeFitLevel, type TypeFitLevel } from '../../schema/inference/type-fit-level';
import { domainOf } from '../../schema/domain-index';
import { nameWords } from '../../schema/inference/name-words';
import { lastSegment, NameIndex, type NameMatch } from '../../schema/name-index';
import type { KbSchema, TypeKind, UsageLevels } from '../../schema/schema';
import { synonymSetOf, findSynonyms } from '../../schema/synonyms';
import type { RelationPlace, NodeRole } from './relation-place';
import { WEIGHTS } from './relation-weights';
import { memoize, memoizeWeak } from '../../language/text/cache';

/**
 * The features of a relation. Its score is the sum of their weights. "entity of mediator": the subject is an entity, but
 * the domain is a mediator type. "literal for answer": the range is a literal type, and the object is a selected variable.
 */
export type RelationFeature =
  | `match ${NameMatch}`
  | `subject ${TypeFitLevel}`
  | `object ${TypeFitLevel}`
  | `${NodeRole} of ${TypeKind}`
  | `${TypeKind} for ${NodeRole}`
  | 'own'
  | 'leads to own'
  | 'domain'
  | 'taken'
  | 'back'
  | 'there and back'
  | 'community'
  | 'unused'
  | 'in question'
  | 'per query level'
  | 'per fact level';

interface RankedRelation {
  readonly id: string;
  readonly score: number;
}

/** Ranks the relations that match the typed text, the most likely first. */
export function rankRelations(
  schema: KbSchema,
  typed: string,
  place: RelationPlace,
  limit: number,
  /** Overrides the usage levels of the schema. */
  useOf?: (id: string) => UsageLevels,
): readonly RankedRelation[] {
  const features = endFeatures(schema, place);
  const ranked: RankedRelation[] = [];
  for (const [id, match] of candidates(schema, typed, place)) {
    // A relation that cannot be used here is offered only if its name is typed.
    if (typed || !isImpossible(schema, id, features))
      ranked.push({ id, score: scoreOf(schema, id, match, place, features, useOf) });
  }
  return best(ranked, limit);
}

/** Ranks given relations without a typed text. */
export function rankGivenRelations(
  schema: KbSchema,
  relations: readonly string[],
  place: RelationPlace,
  limit: number,
): readonly RankedRelation[] {
  const features = endFeatures(schema, place);
  const possible = relations.filter((id) => !isImpossible(schema, id, features));
  return best(
    possible.map((id) => ({ id, score: scoreOf(schema, id, 'id', place, features, undefined) })),
    limit,
  );
}

function best(ranked: readonly RankedRelation[], limit: number): readonly RankedRelation[] {
  return [...ranked]
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, limit);
}

function isImpossible(schema: KbSchema, id: string, { domain, range }: EndFeatures): boolean {
  const relation = schema.relation(id);
  return (
    domain(relation?.domain).includes('subject impossible') ||
    range(relation?.range).includes('object impossible')
  );
}

/** The features of a domain and a range, cached because many relations share them. */
interface EndFeatures {
  readonly domain: (type: string | undefined) => readonly [RelationFeature, RelationFeature];
  readonly range: (type: string | undefined) => readonly [RelationFeature, RelationFeature];
}

function endFeatures(schema: KbSchema, place: RelationPlace): EndFeatures {
  return {
    domain: memoize((type) => [
      `subject ${typeFitLevel(schema, type, place.subjectTypes)}`,
      `${place.subject} of ${kindOf(schema, type)}`,
    ]),
    range: memoize((type) => [
      `object ${typeFitLevel(schema, type, place.objectTypes)}`,
      `${kindOf(schema, type)} for ${place.object}`,
    ]),
  };
}

const MATCHES: Readonly<Record<NameMatch, RelationFeature>> = {
  whole: 'match whole',
  last: 'match last',
  id: 'match id',
  word: 'match word',
  meaning: 'match meaning',
  'owner-word': 'match owner-word',
};

function scoreOf(
  schema: KbSchema,
  id: string,
  match: NameMatch,
  place: RelationPlace,
  features: EndFeatures,
  useOf: ((id: string) => UsageLevels) | undefined,
): number {
  let score = 0;
  const weigh = (feature: RelationFeature, times = 1): void => {
    score += (WEIGHTS[feature] ?? 0) * times;
  };
  const relation = schema.relation(id);
  if (!relation) return score;
  const { domain, range } = relation;
  weigh(MATCHES[match]);
  for (const feature of features.domain(domain)) weigh(feature);
  for (const feature of features.range(range)) weigh(feature);
  if (domain !== undefined && place.subjectTypes.includes(domain)) weigh('own');
  if (range !== undefined && place.objectTypes.includes(range)) weigh('leads to own');
  if (place.domains.has(domainOf(id))) weigh('domain');
  if (place.taken.has(id)) weigh('taken');
  if (place.back.has(id)) weigh('back');
  if (relation.reverse !== undefined && place.onward.has(relation.reverse)) weigh('there and back');
  if (COMMUNITY.test(id)) weigh('community');
  if (place.question.size) weigh('in question', shareInQuestion(id, place.question));
  const { queries, facts } = useOf?.(id) ?? relation.use;
  if (!queries && !facts) weigh('unused');
  weigh('per query level', queries);
  weigh('per fact level', facts);
  return score;
}

/** The share of the words of the id's last part that are in the question, also as synonyms. */
function shareInQuestion(id: string, question: RelationPlace['question']): number {
  const words = nameWords(lastSegment(id));
  const covered = words.filter((word) => question.has(word) || question.has(synonymSetOf(word) ?? word));
  return words.length ? covered.length / words.length : 0;
}

const COMMUNITY = /^(?:base|user|freebase|dataworld)\./;

function kindOf(schema: KbSchema, type: string | undefined): TypeKind {
  return type === undefined ? 'unknown' : (schema.type(type)?.kind ?? 'unknown');
}

/**
 * Before anything is typed: the relations of the known types at both ends, those that match the question, and the common
 * ones; all of a small schema.
 */
function* candidates(
  schema: KbSchema,
  typed: string,
  { subjectTypes, objectTypes, question }: RelationPlace,
): Iterable<readonly [string, NameMatch]> {
  if (typed) {
    yield* relationNames(schema).find(typed, findSynonyms);
    return;
  }
  const ids = new Set<string>();
  for (const type of subjectTypes) for (const id of relationsOfIncluded(schema, type)) ids.add(id);
  for (const type of objectTypes)
    for (const id of relationsOfIncluded(schema, type)) {
      const reverse = schema.relation(id)?.reverse;
      if (reverse !== undefined) ids.add(reverse);
    }
  for (const word of question)
    if (typeof word === 'string' && word.length > 3)
      for (const [id, match] of relationNames(schema).find(word, findSynonyms))
        if (match !== 'id' && match !== 'owner-word') ids.add(id);
  for (const id of schema.usual) ids.add(id);
  if (schema.relationCount <= SMALL_SCHEMA) for (const id of schema.relationIds()) ids.add(id);
  for (const id of ids) yield [id, 'id'];
}

const SMALL_SCHEMA = 500;

function* relationsOfIncluded(schema: KbSchema, type: string): Iterable<string> {
  for (const included of schema.includedTypes(type)) yield* schema.relationsOf(included);
}

const relationNames = memoizeWeak((schema: KbSchema) => new NameIndex(schema.relationIds()));
