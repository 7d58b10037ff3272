/**
 * Trains the weights of the retrieval signals, and associations between words of questions and relations: maximizes the softmax
 * likelihood of the gold relations by AdaGrad. The same questions give the same weights.
 */
import {
  associationTargets,
  type FusionWeights,
} from '../../server/src/core/question/retrieval/associations';
import { toUsageLevel, type KbSchema } from '../../server/src/core/schema/schema';
import type { WordVectors } from '../../server/src/core/question/retrieval/retrieval';
import { allRelationNames } from '../../server/src/core/question/retrieval/schema-names';
import { questionGrams } from '../../server/src/core/question/retrieval/question-grams';
import {
  weightedSum,
  DEFAULT_FUSION_WEIGHTS,
  SchemaRanking,
  type RetrievalSignals,
} from '../../server/src/core/question/retrieval/schema-ranking';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { softmax } from '../ask/train-weights';
import type { RetrievalGold } from './gold';

const NEAREST_CANDIDATES = 60;
const RANDOM_CANDIDATES = 30;
const EPOCHS = 6;
/** Share of updates without associations, so that the other signals keep their weight for unseen words. */
const WORD_DROPOUT = 0.25;
/** Rarer pairs of a word and a relation may be chance. */
const MIN_OCCURRENCES = 2;
const RATE = 0.15;
const SIGNAL_RATE = 0.05;
const DECAY = 0.002;
/** Smaller weights have little effect and are dropped. */
const MIN_WEIGHT = 0.15;

export interface RetrievalWeights {
  readonly fusion: FusionWeights;
  readonly weights: readonly (readonly [gram: string, target: string, weight: number])[];
}

interface Candidate {
  readonly signals: RetrievalSignals;
  readonly features: readonly number[];
  readonly right: boolean;
}

/** `schema` must not count the queries of questions that are used for measuring. */
export function trainRetrieval(
  gold: readonly RetrievalGold[],
  schema: KbSchema,
  around: (one: RetrievalGold) => Iterable<string>,
  vectors: WordVectors | undefined,
): RetrievalWeights {
  const random = new SeededRandom(1);
  const ranking = new SchemaRanking(allRelationNames(schema), vectors, undefined);
  const features = collectFeatures(gold, ranking);
  const counts = countRelations(gold);
  const examples = gold.map((one) =>
    sampleCandidates(one, ranking, features, counts, schema, around(one), random),
  );
  const fusion: Record<keyof FusionWeights, number> = { ...DEFAULT_FUSION_WEIGHTS };
  const spread: Record<keyof FusionWeights, number> = { ...DEFAULT_FUSION_WEIGHTS };
  const signals = Object.keys(DEFAULT_FUSION_WEIGHTS) as (keyof FusionWeights)[];
  for (const name of signals) spread[name] = 1;
  const weights = new Float64Array(features.names.length);
  const squares = new Float64Array(weights.length).fill(0.1);
  let order: readonly number[] = [...examples.keys()];
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    order = random.shuffle(order);
    for (const at of order) {
      const candidates = examples[at] ?? [];
      const withWords = random.next() >= WORD_DROPOUT;
      const chances = softmax(
        candidates.map(({ signals: own, features: known }) => {
          let sum = weightedSum(own, fusion);
          if (withWords) for (const feature of known) sum += weights[feature] ?? 0;
          return sum;
        }),
      );
      const right = candidates.reduce((sum, { right }, at) => sum + (right ? (chances[at] ?? 0) : 0), 0);
      if (right <= 0) continue;
      const slopes: Record<keyof FusionWeights, number> = { ...DEFAULT_FUSION_WEIGHTS };
      for (const name of signals) slopes[name] = 0;
      const changes = new Map<number, number>();
      for (const [place, candidate] of candidates.entries()) {
        const chance = chances[place] ?? 0;
        const slope = chance - (candidate.right ? chance / right : 0);
        if (Math.abs(slope) < 1e-4) continue;
        for (const name of signals) slopes[name] += slope * candidate.signals[name];
        if (withWords)
          for (const feature of candidate.features) changes.set(feature, (changes.get(feature) ?? 0) + slope);
      }
      for (const name of signals) {
        spread[name] += slopes[name] ** 2;
        fusion[name] -= (SIGNAL_RATE * slopes[name]) / Math.sqrt(spread[name]);
      }
      for (const [feature, change] of changes) {
        const slope = change + DECAY * (weights[feature] ?? 0);
        squares[feature] = (squares[feature] ?? 0) + slope * slope;
        weights[feature] = (weights[feature] ?? 0) - (RATE * slope) / Math.sqrt(squares[feature] ?? 1);
      }
    }
  }
  for (const name of signals) fusion[name] = Math.round(1000 * fusion[name]) / 1000;
  const largeWeights = features.names.flatMap(([gram, target], at): RetrievalWeights['weights'] => {
    const weight = weights[at] ?? 0;
    return Math.abs(weight) < MIN_WEIGHT ? [] : [[gram, target, weight]];
  });
  return { fusion, weights: largeWeights };
}

interface Features {
  readonly names: readonly (readonly [gram: string, target: string])[];
  /** By gram and target. */
  readonly numbers: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Collects the pairs of words and targets that occur in several questions. */
function collectFeatures(gold: readonly RetrievalGold[], ranking: SchemaRanking): Features {
  const counts = new Map<string, Map<string, number>>();
  for (const { question, relations } of gold) {
    const targets = new Set(
      relations.flatMap((id) => {
        const thing = ranking.names[ranking.numberOf(id) ?? -1];
        return thing ? associationTargets(thing) : [];
      }),
    );
    for (const gram of questionGrams(question)) {
      const own = counts.get(gram) ?? new Map<string, number>();
      counts.set(gram, own);
      for (const target of targets) own.set(target, (own.get(target) ?? 0) + 1);
    }
  }
  const names: (readonly [string, string])[] = [];
  const numbers = new Map<string, Map<string, number>>();
  for (const [gram, own] of counts)
    for (const [target, count] of own) {
      if (count < MIN_OCCURRENCES) continue;
      const known = numbers.get(gram) ?? new Map<string, number>();
      numbers.set(gram, known.set(target, names.length));
      names.push([gram, target]);
    }
  return { names, numbers };
}

function countRelations(gold: readonly RetrievalGold[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { relations } of gold) for (const id of relations) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Returns the gold relations, the nearest by default weights, and random others, also from around the entities. */
function sampleCandidates(
  one: RetrievalGold,
  ranking: SchemaRanking,
  { numbers }: Features,
  counts: ReadonlyMap<string, number>,
  schema: KbSchema,
  around: Iterable<string>,
  random: SeededRandom,
): readonly Candidate[] {
  const { words, of } = ranking.signals(one.question);
  const reverseOf = (id: string): string => schema.relation(id)?.reverse ?? '';
  const right = new Set(one.relations.flatMap((id) => [id, reverseOf(id)]));
  const others = (id: string): number => (counts.get(id) ?? 0) - (one.relations.includes(id) ? 1 : 0);
  // Excludes the question itself from the use counts.
  const withoutOwnUses = (id: string, signals: RetrievalSignals): RetrievalSignals => {
    const queries = toUsageLevel(Math.max(others(id), others(reverseOf(id))));
    return { ...signals, queries: queries / 8, unasked: queries ? 0 : 1 };
  };
  const ranked = [...ranking.numbersOf(undefined, words)]
    .filter((number) => isUsed(ranking.names[number]))
    .map((number) => ({ number, score: weightedSum(of(number), DEFAULT_FUSION_WEIGHTS) }))
    .sort((left, most) => most.score - left.score || left.number - most.number)
    .map(({ number }) => number);
  const near = [...around].flatMap((id) => ranking.numberOf(id) ?? []);
  const chosen = new Set([
    ...ranked.slice(0, NEAREST_CANDIDATES),
    ...pickSome(ranked.slice(NEAREST_CANDIDATES), RANDOM_CANDIDATES, random),
    ...pickSome(near, RANDOM_CANDIDATES, random),
    ...[...right].flatMap((id) => ranking.numberOf(id) ?? []),
  ]);
  const learnt = questionGrams(one.question).flatMap((gram) => numbers.get(gram) ?? []);
  return [...chosen].flatMap((number) => {
    const thing = ranking.names[number];
    if (!thing) return [];
    const targets = associationTargets(thing);
    const features = learnt.flatMap((known) => targets.flatMap((target) => known.get(target) ?? []));
    return [{ signals: withoutOwnUses(thing.id, of(number)), features, right: right.has(thing.id) }];
  });
}

/** Unused relations are rarely ranked high, so they are not sampled. */
function isUsed(thing: SchemaRanking['names'][number] | undefined): boolean {
  return Boolean(thing?.use.facts) || Boolean(thing?.use.queries);
}

function pickSome(numbers: readonly number[], most: number, random: SeededRandom): readonly number[] {
  return numbers.length ? Array.from({ length: most }, () => random.pick(numbers)) : [];
}
