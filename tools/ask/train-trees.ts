/**
 * Trains gradient-boosted trees on the log loss: each tree is a Newton step from the prediction of the ones before it. Values of
 * features are put into bins, so that the best split of a feature is found in one pass. Deterministic: the same cases in the same
 * order give the same trees.
 */
import {
  predictTree,
  toProbability,
  type BoostedTrees,
} from '../../server/src/core/candidates/rank/boosted-trees';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';

export interface ConfidenceCase {
  readonly features: ReadonlyMap<string, number>;
  /** 1 if the first candidate is right, 0 if it is wrong, in between if it is partly right. */
  readonly right: number;
  readonly weight: number;
}

const TREES = 150;
const DEPTH = 3;
const SPLITS = 2 ** DEPTH - 1;
const RATE = 0.06;
/** The share of the cases that a tree is trained on, and of the features that a split chooses from. */
const SHARE_OF_CASES = 0.7;
const SHARE_OF_FEATURES = 0.3;
/** Fewer cases on a side of a split are chance. */
const MIN_CASES = 20;
/** The least curvature of the loss, so that cases that are nearly certain do not make a step too large. */
const MIN_CURVATURE = 0.02;
const MAX_BINS = 64;
const SEED = 7;

/** Predicts whether the first candidate is right. */
export function trainConfidence(cases: readonly ConfidenceCase[]): BoostedTrees {
  const features = [...new Set(cases.flatMap((one) => [...one.features.keys()]))].sort();
  const rows = cases.map((one) => Float64Array.from(features, (name) => one.features.get(name) ?? 0));
  const columns = features.map((_, feature) => toColumn(rows.map((row) => row[feature] ?? 0)));
  const mean = weightedMean(cases);
  const base = round(Math.log(mean / (1 - mean)));
  const logOdds = new Float64Array(cases.length).fill(base);
  const random = new SeededRandom(SEED);
  const trees: number[][] = [];
  while (trees.length < TREES) {
    const predicted = logOdds.map(toProbability);
    const gradients = predicted.map((one, at) => (cases[at]?.weight ?? 0) * ((cases[at]?.right ?? 0) - one));
    const curvatures = predicted.map(
      (one, at) => (cases[at]?.weight ?? 0) * Math.max(MIN_CURVATURE, one * (1 - one)),
    );
    const sample = [...cases.keys()].filter(() => random.next() < SHARE_OF_CASES);
    const tree = trainTree({ columns, gradients, curvatures, random }, sample);
    for (const [at, row] of rows.entries()) logOdds[at] = (logOdds[at] ?? 0) + predictTree(tree, row);
    trees.push(tree);
  }
  return { features, base, trees };
}

interface Column {
  /** Values below a threshold are in the bins up to its index. */
  readonly thresholds: readonly number[];
  /** The bin of each case. */
  readonly bins: Uint8Array;
}

interface TrainingData {
  readonly columns: readonly Column[];
  /** The first and the second derivative of the log loss of each case, with its weight. */
  readonly gradients: Float64Array;
  readonly curvatures: Float64Array;
  readonly random: SeededRandom;
}

function toColumn(values: readonly number[]): Column {
  const sorted = [...values].sort((left, right) => left - right);
  const step = Math.max(1, sorted.length / MAX_BINS);
  const different = [...new Set(sorted)];
  const bounds =
    different.length <= MAX_BINS
      ? different
      : [...new Set(Array.from({ length: MAX_BINS }, (_, bin) => sorted[Math.floor(bin * step)] ?? 0))];
  const thresholds = bounds.slice(1).map((bound, at) => round((bound + (bounds[at] ?? bound)) / 2));
  return {
    thresholds,
    bins: Uint8Array.from(values, (value) => thresholds.filter((threshold) => value >= threshold).length),
  };
}

function trainTree(data: TrainingData, sample: readonly number[]): number[] {
  const features: number[] = [];
  const thresholds: number[] = [];
  let level: readonly (readonly number[])[] = [sample];
  while (features.length < SPLITS)
    level = level.flatMap((cases) => {
      const split = bestSplit(data, cases);
      features.push(split?.feature ?? 0);
      thresholds.push(split ? (data.columns[split.feature]?.thresholds[split.bin] ?? 0) : LOWEST);
      const isBelow = (at: number): boolean =>
        split !== undefined && (data.columns[split.feature]?.bins[at] ?? 0) <= split.bin;
      return [cases.filter(isBelow), cases.filter((at) => !isBelow(at))];
    });
  return [...features, ...thresholds, ...level.map((cases) => round(RATE * newtonStep(data, cases)))];
}

/** The threshold of a node that is not split: no value is below it. JSON has no infinity. */
const LOWEST = -1e9;

interface Split {
  readonly feature: number;
  /** The last bin below the threshold. */
  readonly bin: number;
}

/** The split of some random features that reduces the loss most. */
function bestSplit(
  { columns, gradients, curvatures, random }: TrainingData,
  cases: readonly number[],
): Split | undefined {
  if (cases.length < 2 * MIN_CASES) return undefined;
  const chosen = random.shuffle([...columns.keys()]).slice(0, Math.ceil(SHARE_OF_FEATURES * columns.length));
  let best: Split | undefined;
  let most = 1e-9;
  for (const feature of chosen) {
    const { bins, thresholds } = columns[feature] ?? { bins: [], thresholds: [] };
    const binCounts = new Float64Array(thresholds.length + 1);
    const binGradients = new Float64Array(binCounts.length);
    const binCurvatures = new Float64Array(binCounts.length);
    for (const at of cases) {
      const bin = bins[at] ?? 0;
      binCounts[bin] = (binCounts[bin] ?? 0) + 1;
      binGradients[bin] = (binGradients[bin] ?? 0) + (gradients[at] ?? 0);
      binCurvatures[bin] = (binCurvatures[bin] ?? 0) + (curvatures[at] ?? 0);
    }
    const [gradient, curvature] = [sum(binGradients), sum(binCurvatures)];
    let [countBelow, gradientBelow, curvatureBelow] = [0, 0, 0];
    for (let bin = 0; bin < thresholds.length; bin++) {
      countBelow += binCounts[bin] ?? 0;
      gradientBelow += binGradients[bin] ?? 0;
      curvatureBelow += binCurvatures[bin] ?? 0;
      if (countBelow < MIN_CASES || cases.length - countBelow < MIN_CASES) continue;
      const gain =
        gradientBelow ** 2 / curvatureBelow +
        (gradient - gradientBelow) ** 2 / (curvature - curvatureBelow) -
        gradient ** 2 / curvature;
      if (gain <= most) continue;
      most = gain;
      best = { feature, bin };
    }
  }
  return best;
}

function newtonStep({ gradients, curvatures }: TrainingData, cases: readonly number[]): number {
  const curvature = sum(cases.map((at) => curvatures[at] ?? 0));
  return curvature ? sum(cases.map((at) => gradients[at] ?? 0)) / curvature : 0;
}

function weightedMean(cases: readonly ConfidenceCase[]): number {
  return sum(cases.map(({ right, weight }) => right * weight)) / sum(cases.map(({ weight }) => weight));
}

function sum(values: readonly number[] | Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** To the precision of the file. */
function round(value: number): number {
  return Math.round(1e4 * value) / 1e4;
}
