/**
 * Trains the weights of a log-linear ranker: the softmax over the scores of a question's candidates is fitted to their relevance.
 * Deterministic: the same questions in the same order give the same weights.
 */

/** A sparse vector: numbers of features and their values. */
export interface FeatureVector {
  readonly indices: Int32Array;
  readonly values: Float32Array;
}

export interface RankingExample {
  readonly candidates: readonly FeatureVector[];
  /** Relevance of each candidate; 0 for a wrong one. */
  readonly relevance: readonly number[];
  readonly weight: number;
}

export interface TrainingOptions {
  readonly epochs: number;
  /** Initial learning rate. */
  readonly rate: number;
  /** Regularization towards the initial weights. */
  readonly decay: number;
  /** Smaller changes of a weight are dropped. */
  readonly minChange: number;
}

export const TRAINING_OPTIONS: TrainingOptions = { epochs: 10, rate: 0.12, decay: 2e-4, minChange: 0.04 };

/**
 * Masks lexical features in every second update of a question, so that the other features suffice for relations that no training
 * question uses. Drops changes below `least`, which are mostly noise and would make the file ten times as long, and continues to
 * train the rest.
 */
export function trainRanker(
  examples: readonly RankingExample[],
  initial: Float32Array,
  options: TrainingOptions,
  /** 1 for each lexical feature, which pairs words with a relation. */
  lexical: Uint8Array = new Uint8Array(initial.length),
): Float32Array {
  const trainable = trainableMask(examples, lexical);
  const trained = runEpochs(examples, initial, initial, trainable, lexical, options);
  const changed = trained.map((weight, name) =>
    Math.abs(weight - (initial[name] ?? 0)) < options.minChange ? 0 : 1,
  );
  const start = trained.map((weight, name) => (changed[name] ? weight : (initial[name] ?? 0)));
  const again = { ...options, epochs: Math.ceil(options.epochs / 2) };
  return runEpochs(examples, initial, start, Uint8Array.from(changed), lexical, again);
}

/** A lexical feature that no right candidate has is not trained: that no question uses a relation is no evidence against it. */
function trainableMask(examples: readonly RankingExample[], lexical: Uint8Array): Uint8Array {
  const trainable = lexical.map((one) => (one ? 0 : 1));
  for (const { candidates, relevance: worth } of examples)
    for (const [at, { indices: names }] of candidates.entries())
      if (worth[at]) for (const name of names) trainable[name] = 1;
  return trainable;
}

function runEpochs(
  examples: readonly RankingExample[],
  initial: Float32Array,
  start: Float32Array,
  trainable: Uint8Array,
  lexical: Uint8Array,
  { epochs, rate, decay }: TrainingOptions,
): Float32Array {
  const size = initial.length;
  const weights = Float32Array.from(start);
  const squares = new Float32Array(size).fill(1e-2);
  const sums = new Float64Array(size);
  const order = [...examples.keys()];
  const shuffle = createShuffle();
  let summed = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order);
    for (const at of order) {
      const example = examples[at];
      const without = (epoch + at) % 2 ? undefined : lexical;
      if (example) updateWeights(example, weights, squares, trainable, without, rate, decay, initial);
    }
    // The mean of the later epochs is steadier than the last.
    if (epoch < epochs / 2) continue;
    for (let name = 0; name < size; name++) sums[name] = (sums[name] ?? 0) + (weights[name] ?? 0);
    summed++;
  }
  return Float32Array.from(sums, (sum) => sum / Math.max(1, summed));
}

/** One step of AdaGrad. */
function updateWeights(
  { candidates, relevance: worth, weight }: RankingExample,
  weights: Float32Array,
  squares: Float32Array,
  trainable: Uint8Array,
  without: Uint8Array | undefined,
  rate: number,
  decay: number,
  initial: Float32Array,
): void {
  const all = worth.reduce((sum, one) => sum + one, 0);
  if (!all) return;
  const chances = softmax(candidates.map((candidate) => scoreVector(candidate, weights, without)));
  for (const [place, { indices: names, values }] of candidates.entries()) {
    const slope = weight * ((chances[place] ?? 0) - (worth[place] ?? 0) / all);
    if (Math.abs(slope) < 1e-4) continue;
    for (let at = 0; at < names.length; at++) {
      const name = names[at] ?? 0;
      if (!trainable[name] || without?.[name]) continue;
      const gradient = slope * (values[at] ?? 0) + decay * ((weights[name] ?? 0) - (initial[name] ?? 0));
      const square = (squares[name] ?? 0) + gradient * gradient;
      squares[name] = square;
      weights[name] = (weights[name] ?? 0) - (rate * gradient) / Math.sqrt(square);
    }
  }
}

export function scoreVector(
  { indices: names, values }: FeatureVector,
  weights: Float32Array,
  without?: Uint8Array,
): number {
  let score = 0;
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? 0;
    if (!without?.[name]) score += (weights[name] ?? 0) * (values[at] ?? 0);
  }
  return score;
}

export function softmax(scores: readonly number[]): readonly number[] {
  const most = scores.reduce((best, score) => Math.max(best, score), -Infinity);
  const powers = scores.map((score) => Math.exp(score - most));
  const all = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / all);
}

/** The same order in every run. */
function createShuffle(): (items: number[]) => void {
  let seed = 12_345;
  return (items) => {
    for (let at = items.length - 1; at > 0; at--) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      const other = (seed >>> 8) % (at + 1);
      [items[at], items[other]] = [items[other] ?? 0, items[at] ?? 0];
    }
  };
}
