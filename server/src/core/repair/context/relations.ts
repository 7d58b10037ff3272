/** Which relations are worth showing, the best first. */
import { nameOf } from '../../schema/inference/near-names';
import { domainsOf, isCommunity, isSystem } from '../../schema/domains';
import { labelOf } from '../../schema/labels';
import { UNUSED, type KbSchema } from '../../schema/schema';
import type { ShownEntity, ShownRelation } from '../context';
import { relevance } from '../search/question-similarity';
import type { QuestionTerms } from '../../question/question-terms';
import { wordWeights } from '../search/word-weights';
import type { QuerySummary } from './query-summary';

export interface RelationSources {
  readonly schema: KbSchema;
  /** Absent where there is no query yet. */
  readonly sight: QuerySummary | undefined;
  readonly entities: readonly ShownEntity[];
  /** What the entities have in the KB. */
  readonly real: readonly string[];
  /** Without the names of the entities. */
  readonly question: QuestionTerms | undefined;
  /** The classes that the question speaks of. */
  readonly named: readonly string[];
  /** Where they were ranked already. */
  readonly retrieved?:
    | { readonly relations: readonly string[]; readonly only?: ReadonlySet<string> }
    | undefined;
  /** How near each of some relations is to the question, 0 to 1. */
  readonly likeness?: ((among: Iterable<string>) => ReadonlyMap<string, number>) | undefined;
}

const MAX_ONWARD = 6;
/** When a fact began and ended is asked for without being named: in 1990, the first, now. */
const MAX_DATES = 2;

/** Those of the query all come first, then at most so many others: those that may have been meant, then those that fit the question. */
export function rankRelations(given: RelationSources, most: number): readonly ShownRelation[] {
  const { schema, sight, real } = given;
  const own = sight?.relations ?? [];
  const near = (sight?.near ?? []).filter((id) => schema.hasRelation(id));
  const score = scorer(given);
  const fitting =
    given.retrieved?.relations ??
    [...byLikeness(given, score)]
      .map(([id, own]) => ({ id, score: own }))
      .filter((each) => each.score > 0)
      .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
      .map(({ id }) => id);
  // What was probably meant leaves room for what was not thought of.
  const meant = near.slice(0, Math.ceil(most / 2));
  const isReal = new Set(real);
  const chosen = new Map<string, ShownRelation>();
  const told = new Set<string>();
  const add = (id: string): void => {
    const relation = shown(given, id, isReal.has(id), score);
    chosen.set(id, relation);
    for (const each of [relation, ...relation.onward]) told.add(each.id);
  };
  for (const id of own) add(id);
  const limit = chosen.size + most;
  for (const id of [...meant, ...fitting, ...near].map((id) => towardsMediator(schema, id))) {
    if (chosen.size >= limit) break;
    // What stands behind a mediator already, and what says the same the other way round, would only take the place of others.
    const { reverse } = schema.relation(id) ?? {};
    if (!told.has(id) && (reverse === undefined || !chosen.has(reverse))) add(id);
  }
  return [...chosen.values()];
}

/** Against what words say, which is about 1 where they say it all. */
const LIKENESS = 1.2;

/** What words say, and what the retriever says; a way over a mediator is as near as the better of its steps. */
function byLikeness(given: RelationSources, score: Score): ReadonlyMap<string, number> {
  const { schema, likeness, retrieved } = given;
  const ids = candidates(given);
  if (!likeness || retrieved) return new Map(ids.map((id) => [id, score(id)]));
  const ways = (id: string): readonly string[] => {
    const { range } = schema.relation(id) ?? {};
    return isMediator(schema, range) ? schema.relationsOf(range) : [];
  };
  const near = likeness(ids.flatMap((id) => [id, ...ways(id)]));
  const nearOf = (id: string): number => {
    const { reverse } = schema.relation(id) ?? {};
    const own = near.get(id) ?? near.get(reverse ?? '') ?? 0;
    return Math.max(own, ...ways(id).map((way) => 0.9 * (near.get(way) ?? 0)));
  };
  return new Map(ids.map((id) => [id, score(id) + LIKENESS * nearOf(id)]));
}

/** Of two that say the same the one that leads to the mediator, because the way on is shown with it. */
function towardsMediator(schema: KbSchema, id: string): string {
  const { domain, range, reverse } = schema.relation(id) ?? {};
  return reverse !== undefined && isMediator(schema, domain) && !isMediator(schema, range) ? reverse : id;
}

/** What starts or ends at a type in play, what the entities have, and what everybody asks for. */
function candidates(given: RelationSources): readonly string[] {
  const { schema, real } = given;
  const types = typesInPlay(given);
  for (const type of [...types]) for (const included of schema.included(type)) types.add(included);
  const ids = new Set<string>([...real, ...schema.usual]);
  for (const type of types) {
    if (isSystem(type) || isCommunity(type) || schema.type(type)?.kind === 'literal') continue;
    for (const id of schema.relationsOf(type)) ids.add(id);
    for (const id of domainsOf(schema).relationsTo(type)) ids.add(id);
  }
  return [...ids].filter((id) => !isSystem(id));
}

function typesInPlay({ sight, entities, named }: RelationSources): Set<string> {
  return new Set([...(sight?.types ?? []), ...entities.flatMap((entity) => entity.types), ...named]);
}

type Score = (id: string) => number;

/** By the words of the question; a step over a mediator counts by both of its relations. What the entities have counts more. */
function scorer(given: RelationSources): Score {
  const { schema, real, question } = given;
  const isReal = new Set(real);
  const types = typesInPlay(given);
  const known = new Map<string, number>();
  const single = (id: string): number => (question ? wordsOf(question, id, schema) : 0);
  const work = (id: string): number => {
    const { use = UNUSED, domain, range } = schema.relation(id) ?? {};
    const ways = isMediator(schema, range) ? schema.relationsOf(range).map(single) : [];
    const said = Math.max(single(id), 0.5 * single(id) + 0.6 * Math.max(0, ...ways));
    const fits = [domain, range].some((type) => type !== undefined && types.has(type));
    const usual = Math.min(0.3, 0.03 * use.queries + 0.005 * use.facts);
    if (isReal.has(id)) return (said ? said + 0.6 : 0.3) + usual;
    if (!said && question) return 0;
    // Nothing near what the query is about has it: only the words speak for it, and words alone say little.
    return (said + usual) * (fits ? 1 : types.size ? 0.5 : 0.8) * (isCommunity(id) ? 0.5 : 1);
  };
  return (id) => {
    let score = known.get(id);
    if (score === undefined) known.set(id, (score = work(id)));
    return score;
  };
}

/** How much of what the question says the relation says, and how much of what the relation says is asked for. */
function wordsOf(question: QuestionTerms, id: string, schema: KbSchema): number {
  const { spoken, asked } = relevance(id, question, schema);
  const weight = wordWeights(schema);
  let [all, covered] = [0, 0];
  for (const word of question.words) {
    all += weight(word);
    covered += weight(word) * (spoken.get(word) ?? 0);
  }
  return all ? 0.7 * (covered / all) + 0.5 * asked : 0;
}

function shown(given: RelationSources, id: string, real: boolean, score: Score): ShownRelation {
  const { schema } = given;
  const { range } = schema.relation(id) ?? {};
  return {
    ...plain(schema, id),
    real,
    onward: isMediator(schema, range) ? onward(given, id, range, score) : [],
  };
}

/** Those that the query takes, then those that the question asks for, then the usual ones; the way back is less likely. */
function onward(
  { schema, sight, retrieved }: RelationSources,
  from: string,
  mediator: string,
  score: Score,
): readonly Omit<ShownRelation, 'onward'>[] {
  const own = new Set(sight?.relations);
  const back = schema.relation(from)?.reverse;
  const rank = (id: string): number => {
    const { use = UNUSED, range } = schema.relation(id) ?? {};
    const isEntity = schema.type(range ?? '')?.kind === 'entity';
    // Where both ends play the same part, as in a marriage, the way back is also the way on.
    const leadsBack = id === back && !calledAlike(from, id);
    const worth = 10 * score(id) + use.queries + use.facts / 4 + (isEntity ? 3 : 0);
    return (own.has(id) ? 100 : 0) + (leadsBack ? worth / 2 - 5 : worth);
  };
  const meant = (id: string): boolean => retrieved?.only?.has(id) ?? true;
  const ranked = schema
    .relationsOf(mediator)
    .filter(meant)
    .sort((left, right) => rank(right) - rank(left) || (left < right ? -1 : 1));
  const dates = ranked.filter((id) => schema.type(schema.relation(id)?.range ?? '')?.literal === 'datetime');
  return [...new Set([...ranked.slice(0, MAX_ONWARD), ...dates.slice(0, MAX_DATES)])].map((id) => ({
    ...plain(schema, id),
    real: false,
  }));
}

/** `spouse_s` and `spouse` */
function calledAlike(from: string, back: string): boolean {
  const words = nameOf(from).words;
  return nameOf(back).words.some((word) => words.includes(word));
}

function plain(schema: KbSchema, id: string): Omit<ShownRelation, 'onward' | 'real'> {
  const { domain, range } = schema.relation(id) ?? {};
  return { id, label: labelOf(id), domain, range };
}

export function isMediator(schema: KbSchema, type: string | undefined): type is string {
  return type !== undefined && schema.type(type)?.kind === 'mediator';
}
