/**
 * Learns how much each signal counts, and which words of questions go with which relations: for each question its gold relations are to
 * stand before the others (the likelihood of a softmax, by gradients with AdaGrad). The same questions give the same weights.
 */
import { targetsOf, type FusionWeights } from '../../server/src/core/question/retrieval/associations';
import { useLevel, type KbSchema } from '../../server/src/core/schema/schema';
import type { WordVectors } from '../../server/src/core/question/retrieval/retrieval';
import { relationsOf } from '../../server/src/core/question/retrieval/schema-names';
import { gramsOf } from '../../server/src/core/question/retrieval/question-grams';
import {
  fused,
  DEFAULT_WEIGHTS,
  SchemaRanking,
  type Signals,
} from '../../server/src/core/question/retrieval/ranking';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import type { Gold } from './gold';

const NEAREST = 60;
const OTHERS = 30;
const EPOCHS = 6;
/** Every other question is learnt from without what is learnt of words, so that the other signals stay strong for new words. */
const WITHOUT_WORDS = 0.25;
/** What was seen with a relation once may be chance. */
const FEWEST = 2;
const RATE = 0.15;
const RATE_OF_SIGNALS = 0.05;
const DECAY = 0.002;
/** Weights that change next to nothing are not worth their bytes. */
const LEAST = 0.15;

export interface Learnt {
  readonly fusion: FusionWeights;
  readonly weights: readonly (readonly [gram: string, target: string, weight: number])[];
}

interface Candidate {
  readonly signals: Signals;
  readonly features: readonly number[];
  readonly right: boolean;
}

/** `schema` must not know the queries of questions that are measured with. */
export function learn(
  gold: readonly Gold[],
  schema: KbSchema,
  around: (one: Gold) => Iterable<string>,
  vectors: WordVectors | undefined,
): Learnt {
  const draw = new SeededRandom(1);
  const ranking = new SchemaRanking(relationsOf(schema), vectors, undefined);
  const features = featuresOf(gold, ranking);
  const counts = countsOf(gold);
  const examples = gold.map((one) => candidatesOf(one, ranking, features, counts, schema, around(one), draw));
  const fusion: Record<keyof FusionWeights, number> = { ...DEFAULT_WEIGHTS };
  const spread: Record<keyof FusionWeights, number> = { ...DEFAULT_WEIGHTS };
  const signals = Object.keys(DEFAULT_WEIGHTS) as (keyof FusionWeights)[];
  for (const name of signals) spread[name] = 1;
  const weights = new Float64Array(features.names.length);
  const squares = new Float64Array(weights.length).fill(0.1);
  const order = [...examples.keys()];
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, draw);
    for (const at of order) {
      const candidates = examples[at] ?? [];
      const withWords = draw.next() >= WITHOUT_WORDS;
      const chances = softmax(
        candidates.map(({ signals: own, features: known }) => {
          let sum = fused(own, fusion);
          if (withWords) for (const feature of known) sum += weights[feature] ?? 0;
          return sum;
        }),
      );
      const right = candidates.reduce((sum, { right }, at) => sum + (right ? (chances[at] ?? 0) : 0), 0);
      if (right <= 0) continue;
      const slopes: Record<keyof FusionWeights, number> = { ...DEFAULT_WEIGHTS };
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
        fusion[name] -= (RATE_OF_SIGNALS * slopes[name]) / Math.sqrt(spread[name]);
      }
      for (const [feature, change] of changes) {
        const slope = change + DECAY * (weights[feature] ?? 0);
        squares[feature] = (squares[feature] ?? 0) + slope * slope;
        weights[feature] = (weights[feature] ?? 0) - (RATE * slope) / Math.sqrt(squares[feature] ?? 1);
      }
    }
  }
  for (const name of signals) fusion[name] = Math.round(1000 * fusion[name]) / 1000;
  const kept = features.names.flatMap(([gram, target], at): Learnt['weights'] => {
    const weight = weights[at] ?? 0;
    return Math.abs(weight) < LEAST ? [] : [[gram, target, weight]];
  });
  return { fusion, weights: kept };
}

interface Features {
  readonly names: readonly (readonly [gram: string, target: string])[];
  /** By gram and target. */
  readonly numbers: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** The pairs of words and targets that several questions have. */
function featuresOf(gold: readonly Gold[], ranking: SchemaRanking): Features {
  const counts = new Map<string, Map<string, number>>();
  for (const { question, relations } of gold) {
    const targets = new Set(
      relations.flatMap((id) => {
        const thing = ranking.things[ranking.numberOf(id) ?? -1];
        return thing ? targetsOf(thing) : [];
      }),
    );
    for (const gram of gramsOf(question)) {
      const own = counts.get(gram) ?? new Map<string, number>();
      counts.set(gram, own);
      for (const target of targets) own.set(target, (own.get(target) ?? 0) + 1);
    }
  }
  const names: (readonly [string, string])[] = [];
  const numbers = new Map<string, Map<string, number>>();
  for (const [gram, own] of counts)
    for (const [target, count] of own) {
      if (count < FEWEST) continue;
      const known = numbers.get(gram) ?? new Map<string, number>();
      numbers.set(gram, known.set(target, names.length));
      names.push([gram, target]);
    }
  return { names, numbers };
}

function countsOf(gold: readonly Gold[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { relations } of gold) for (const id of relations) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** The gold ones, the nearest before anything is learnt, and some of the others and of those around the entities. */
function candidatesOf(
  one: Gold,
  ranking: SchemaRanking,
  { numbers }: Features,
  counts: ReadonlyMap<string, number>,
  schema: KbSchema,
  around: Iterable<string>,
  draw: SeededRandom,
): readonly Candidate[] {
  const { words, of } = ranking.signals(one.question);
  const reverseOf = (id: string): string => schema.relation(id)?.reverse ?? '';
  const right = new Set(one.relations.flatMap((id) => [id, reverseOf(id)]));
  const others = (id: string): number => (counts.get(id) ?? 0) - (one.relations.includes(id) ? 1 : 0);
  // A question does not know that it will be asked: it is not counted itself.
  const honest = (id: string, signals: Signals): Signals => {
    const queries = useLevel(Math.max(others(id), others(reverseOf(id))));
    return { ...signals, queries: queries / 8, unasked: queries ? 0 : 1 };
  };
  const ranked = [...ranking.numbersOf(undefined, words)]
    .filter((number) => isUsed(ranking.things[number]))
    .map((number) => ({ number, score: fused(of(number), DEFAULT_WEIGHTS) }))
    .sort((left, most) => most.score - left.score || left.number - most.number)
    .map(({ number }) => number);
  const near = [...around].flatMap((id) => ranking.numberOf(id) ?? []);
  const chosen = new Set([
    ...ranked.slice(0, NEAREST),
    ...some(ranked.slice(NEAREST), OTHERS, draw),
    ...some(near, OTHERS, draw),
    ...[...right].flatMap((id) => ranking.numberOf(id) ?? []),
  ]);
  const learnt = gramsOf(one.question).flatMap((gram) => numbers.get(gram) ?? []);
  return [...chosen].flatMap((number) => {
    const thing = ranking.things[number];
    if (!thing) return [];
    const targets = targetsOf(thing);
    const features = learnt.flatMap((known) => targets.flatMap((target) => known.get(target) ?? []));
    return [{ signals: honest(thing.id, of(number)), features, right: right.has(thing.id) }];
  });
}

/** What nobody uses is seldom in the way of what somebody asks for. */
function isUsed(thing: SchemaRanking['things'][number] | undefined): boolean {
  return Boolean(thing?.use.facts) || Boolean(thing?.use.queries);
}

function some(numbers: readonly number[], most: number, draw: SeededRandom): readonly number[] {
  return numbers.length ? Array.from({ length: most }, () => draw.pick(numbers)) : [];
}

function shuffle(order: number[], draw: SeededRandom): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(draw.next() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
}

function softmax(scores: readonly number[]): readonly number[] {
  const most = scores.reduce((best, score) => Math.max(best, score), -Infinity);
  const raised = scores.map((score) => Math.exp(score - most));
  const all = raised.reduce((sum, each) => sum + each, 0);
  return raised.map((each) => each / all);
}
