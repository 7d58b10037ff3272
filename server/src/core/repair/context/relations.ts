/** Ranks the relations to show to a model, best first. */
import { memoize } from '../../language/text/cache';
import { parseName } from '../../schema/inference/near-names';
import { domainIndexOf, isCommunity, isSystem } from '../../schema/domain-index';
import { labelOf } from '../../schema/labels';
import { UNUSED, type KbSchema } from '../../schema/schema';
import type { ShownEntity, ShownRelation } from '../context';
import type { RetrievedContext } from '../repair-ports';
import { coveredShare, relevance } from '../search/question-similarity';
import type { QuestionTerms } from '../../question/question-terms';
import type { QueryVocabulary } from './query-vocabulary';

export interface RelationSources {
  readonly schema: KbSchema;
  /** Undefined if there is no query yet. */
  readonly vocabulary: QueryVocabulary | undefined;
  readonly entities: readonly ShownEntity[];
  /** The relations that the entities have in the KB. */
  readonly entityRelations: readonly string[];
  /** The terms of the question without entity names. */
  readonly question: QuestionTerms | undefined;
  readonly named: readonly string[];
  /** If the relations were already ranked. */
  readonly retrieved?: Pick<RetrievedContext, 'relations' | 'onlyRelations'> | undefined;
  /** Returns the similarity of relations to the question, 0 to 1. */
  readonly similarity?: ((among: Iterable<string>) => ReadonlyMap<string, number>) | undefined;
}

const MAX_ONWARD = 6;
/** Questions ask for the start and end of a fact without naming the relation: in 1990, the first, now. */
const MAX_DATES = 2;

/** All relations of the query, then up to `limit` others: similar ones that may have been meant, then those that match the question. */
export function rankRelations(sources: RelationSources, limit: number): readonly ShownRelation[] {
  const { schema, vocabulary, entityRelations } = sources;
  const own = vocabulary?.relations ?? [];
  const similar = (vocabulary?.similar ?? []).filter((id) => schema.hasRelation(id));
  const score = createScorer(sources);
  const matching =
    sources.retrieved?.relations ??
    [...scoreCandidates(sources, score)]
      .map(([id, own]) => ({ id, score: own }))
      .filter((each) => each.score > 0)
      .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
      .map(({ id }) => id);
  // Similar names take at most half of the places.
  const meant = similar.slice(0, Math.ceil(limit / 2));
  const entityRelationIds = new Set(entityRelations);
  const chosen = new Map<string, ShownRelation>();
  const shownIds = new Set<string>();
  const add = (id: string): void => {
    const relation = toShownRelation(sources, id, entityRelationIds.has(id), score);
    chosen.set(id, relation);
    for (const each of [relation, ...relation.onward]) shownIds.add(each.id);
  };
  for (const id of own) add(id);
  const maxChosen = chosen.size + limit;
  for (const id of [...meant, ...matching, ...similar].map((id) => preferMediatorRange(schema, id))) {
    if (chosen.size >= maxChosen) break;
    // Skips relations already shown after a mediator, and reverses of shown ones.
    const { reverse } = schema.relation(id) ?? {};
    if (!shownIds.has(id) && (reverse === undefined || !chosen.has(reverse))) add(id);
  }
  return [...chosen.values()];
}

/** The weight of the similarity; the score of the words is about 1 if they all match. */
const SIMILARITY_WEIGHT = 1.2;

/** Adds the similarity of the retriever to the score; a path over a mediator counts by the better of its two relations. */
function scoreCandidates(sources: RelationSources, score: Score): ReadonlyMap<string, number> {
  const { schema, similarity, retrieved } = sources;
  const ids = candidateRelations(sources);
  if (!similarity || retrieved) return new Map(ids.map((id) => [id, score(id)]));
  const secondHops = (id: string): readonly string[] => {
    const { range } = schema.relation(id) ?? {};
    return schema.isMediator(range) ? schema.relationsOf(range) : [];
  };
  const similarities = similarity(ids.flatMap((id) => [id, ...secondHops(id)]));
  const similarityOf = (id: string): number => {
    const { reverse } = schema.relation(id) ?? {};
    const own = similarities.get(id) ?? similarities.get(reverse ?? '') ?? 0;
    return Math.max(own, ...secondHops(id).map((hop) => 0.9 * (similarities.get(hop) ?? 0)));
  };
  return new Map(ids.map((id) => [id, score(id) + SIMILARITY_WEIGHT * similarityOf(id)]));
}

/** Of a relation and its reverse, the one that ends at the mediator, because the relations from there are shown with it. */
function preferMediatorRange(schema: KbSchema, id: string): string {
  const { domain, range, reverse } = schema.relation(id) ?? {};
  return reverse !== undefined && schema.isMediator(domain) && !schema.isMediator(range) ? reverse : id;
}

/** Relations that start or end at a relevant type, those that the entities have, and the usual ones. */
function candidateRelations(sources: RelationSources): readonly string[] {
  const { schema, entityRelations } = sources;
  const types = relevantTypes(sources);
  for (const type of [...types]) for (const included of schema.includedTypes(type)) types.add(included);
  const ids = new Set<string>([...entityRelations, ...schema.usual]);
  for (const type of types) {
    if (isSystem(type) || isCommunity(type) || schema.type(type)?.kind === 'literal') continue;
    for (const id of schema.relationsOf(type)) ids.add(id);
    for (const id of domainIndexOf(schema).relationsTo(type)) ids.add(id);
  }
  return [...ids].filter((id) => !isSystem(id));
}

function relevantTypes({ vocabulary, entities, named }: RelationSources): Set<string> {
  return new Set([...(vocabulary?.types ?? []), ...entities.flatMap((entity) => entity.types), ...named]);
}

type Score = (id: string) => number;

/** Scores by the words of the question. A path over a mediator counts by both relations; relations that the entities have score higher. */
function createScorer(sources: RelationSources): Score {
  const { schema, entityRelations, question } = sources;
  const entityRelationIds = new Set(entityRelations);
  const types = relevantTypes(sources);
  const single = (id: string): number => (question ? wordScore(question, id, schema) : 0);
  return memoize((id: string) => {
    const { use = UNUSED, domain, range } = schema.relation(id) ?? {};
    const secondHops = schema.isMediator(range) ? schema.relationsOf(range).map(single) : [];
    const wordMatch = Math.max(single(id), 0.5 * single(id) + 0.6 * Math.max(0, ...secondHops));
    const hasRelevantType = [domain, range].some((type) => type !== undefined && types.has(type));
    const usageBonus = Math.min(0.3, 0.03 * use.queries + 0.005 * use.facts);
    if (entityRelationIds.has(id)) return (wordMatch ? wordMatch + 0.6 : 0.3) + usageBonus;
    if (!wordMatch && question) return 0;
    // A relation without a relevant type is supported only by the words, which is weak evidence.
    return (
      (wordMatch + usageBonus) * (hasRelevantType ? 1 : types.size ? 0.5 : 0.8) * (isCommunity(id) ? 0.5 : 1)
    );
  });
}

/** The share of the question that the relation covers, and the share of the relation's name in the question. */
function wordScore(question: QuestionTerms, id: string, schema: KbSchema): number {
  const { coverage, asked } = relevance(id, question, schema);
  return question.words.length ? 0.7 * coveredShare(question, coverage, schema) + 0.5 * asked : 0;
}

function toShownRelation(
  sources: RelationSources,
  id: string,
  isOnEntity: boolean,
  score: Score,
): ShownRelation {
  const { schema } = sources;
  const { range } = schema.relation(id) ?? {};
  return {
    ...describeRelation(schema, id),
    isOnEntity,
    onward: schema.isMediator(range) ? onward(sources, id, range, score) : [],
  };
}

/** The relations from a mediator: those of the query first, then by score and use; the reverse of the incoming relation is less likely. */
function onward(
  { schema, vocabulary, retrieved }: RelationSources,
  from: string,
  mediator: string,
  score: Score,
): readonly Omit<ShownRelation, 'onward'>[] {
  const own = new Set(vocabulary?.relations);
  const back = schema.relation(from)?.reverse;
  const rank = (id: string): number => {
    const { use = UNUSED, range } = schema.relation(id) ?? {};
    const isEntity = schema.type(range ?? '')?.kind === 'entity';
    // If both ends have the same role, as in a marriage, the reverse also leads to the other end.
    const leadsBack = id === back && !shareWord(from, id);
    const worth = 10 * score(id) + use.queries + use.facts / 4 + (isEntity ? 3 : 0);
    return (own.has(id) ? 100 : 0) + (leadsBack ? worth / 2 - 5 : worth);
  };
  const isAllowed = (id: string): boolean => retrieved?.onlyRelations?.has(id) ?? true;
  const ranked = schema
    .relationsOf(mediator)
    .filter(isAllowed)
    .sort((left, right) => rank(right) - rank(left) || (left < right ? -1 : 1));
  const dates = ranked.filter((id) => schema.type(schema.relation(id)?.range ?? '')?.literal === 'datetime');
  return [...new Set([...ranked.slice(0, MAX_ONWARD), ...dates.slice(0, MAX_DATES)])].map((id) => ({
    ...describeRelation(schema, id),
    isOnEntity: false,
  }));
}

/** `spouse_s` and `spouse` */
function shareWord(from: string, back: string): boolean {
  const words = parseName(from).words;
  return parseName(back).words.some((word) => words.includes(word));
}

function describeRelation(schema: KbSchema, id: string): Omit<ShownRelation, 'onward' | 'isOnEntity'> {
  const { domain, range } = schema.relation(id) ?? {};
  return { id, label: labelOf(id), domain, range };
}
