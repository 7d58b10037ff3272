/**
 * The weights that `npm run generate -- train` learns, as a JSON file with the weight of each feature in hundredths. Features
 * that pair question words with a part of the candidate (`spoken|p=…`) are grouped by that part, which halves the file. The
 * confidence comes from boosted trees.
 */
import * as z from 'zod/mini';
import { BOOSTED_TREES, predictProbability, type BoostedTrees } from './boosted-trees';
import type { Feature } from './features';

export interface Ranker {
  /** Higher is more likely. Unknown features are ignored. */
  score(features: Iterable<Feature>): number;
  /** The probability that the best candidate answers the question, from features of the whole list. */
  confidence(features: Iterable<Feature>): number;
}

const RANKER_VERSION = 2;

const WEIGHTS = z.record(z.string(), z.number());
const FILE = z.object({
  version: z.literal(RANKER_VERSION),
  /** By name. */
  plain: WEIGHTS,
  /** By the part after the bar, then by the part before it. Validated on use: there are a hundred thousand. */
  paired: z.record(z.string(), z.unknown()),
  confidence: BOOSTED_TREES,
});

const WEIGHTS_PER_UNIT = 100;

/** Throws if the text is not a file of weights. */
export function readRanker(text: string): Ranker {
  const file = z.parse(FILE, JSON.parse(text));
  const plain = new Map(Object.entries(file.plain));
  const unparsed = new Map(Object.entries(file.paired));
  const paired = new Map<string, ReadonlyMap<string, number>>();
  const weightsWith = (part: string): ReadonlyMap<string, number> | undefined => {
    let weights = paired.get(part);
    if (!weights && unparsed.has(part)) {
      weights = readWeights(unparsed.get(part));
      paired.set(part, weights);
    }
    return weights;
  };
  const weightOf = (name: string): number | undefined => {
    const bar = name.indexOf('|');
    return bar < 0 ? plain.get(name) : weightsWith(name.slice(bar + 1))?.get(name.slice(0, bar));
  };
  return {
    score: (features) => weightedSum(features, weightOf),
    confidence: (features) => {
      const values = new Map(features);
      return predictProbability(file.confidence, (name) => values.get(name));
    },
  };
}

/** Like `WEIGHTS`, but faster. */
function readWeights(value: unknown): ReadonlyMap<string, number> {
  if (typeof value !== 'object' || value === null)
    throw new Error('it has weights that are not in an object');
  const weights = new Map<string, number>();
  for (const [name, weight] of Object.entries(value) as [string, unknown][]) {
    if (typeof weight !== 'number') throw new Error(`its weight of ${name} is not a number`);
    weights.set(name, weight);
  }
  return weights;
}

function weightedSum(features: Iterable<Feature>, weightOf: (name: string) => number | undefined): number {
  let sum = 0;
  for (const [name, value] of features) sum += (weightOf(name) ?? 0) * value;
  return sum / WEIGHTS_PER_UNIT;
}

/** Sorts the weights, so that the same weights give the same file, and omits those that round to 0. */
export function writeRanker(weights: Iterable<readonly [string, number]>, confidence: BoostedTrees): string {
  const plain: Record<string, number> = {};
  const paired: Record<string, Record<string, number>> = {};
  for (const [name, weight] of rounded(weights)) {
    const bar = name.indexOf('|');
    if (bar < 0) plain[name] = weight;
    else (paired[name.slice(bar + 1)] ??= {})[name.slice(0, bar)] = weight;
  }
  return `${JSON.stringify({ version: RANKER_VERSION, plain, paired, confidence })}\n`;
}

function rounded(weights: Iterable<readonly [string, number]>): readonly (readonly [string, number])[] {
  return [...weights]
    .map(([name, weight]) => [name, Math.round(weight * WEIGHTS_PER_UNIT)] as const)
    .filter(([, weight]) => weight)
    .sort(([left], [right]) => (left < right ? -1 : 1));
}
