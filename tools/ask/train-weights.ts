/**
 * Learns the weights of a log-linear ranker: the chance of a candidate among those of its question is the softmax of its score, and
 * is moved towards what its answers are worth. Deterministic: the same questions in the same order give the same weights.
 */

/** The features of a candidate, by number. */
export interface Counted {
  readonly names: Int32Array;
  readonly values: Float32Array;
}

export interface Example {
  readonly candidates: readonly Counted[];
  /** Of each candidate: nothing for a wrong one. */
  readonly worth: readonly number[];
  readonly weight: number;
}

export interface Schooling {
  readonly epochs: number;
  /** How large a step is, at first. */
  readonly rate: number;
  /** Pulls weights towards what is believed. */
  readonly decay: number;
  /** What is learnt but less than this counts nothing. */
  readonly least: number;
}

export const SCHOOLING: Schooling = { epochs: 10, rate: 0.12, decay: 2e-4, least: 0.04 };

/**
 * Every second time a question is learnt from, what is known by heart is left out: what words say must be enough for relations that
 * no question has asked for. Starts from what is believed. Of what is learnt, most is noise and would make the file ten times as long: what is less than `least`
 * is dropped, and what is kept learns on without it.
 */
export function train(
  examples: readonly Example[],
  believed: Float32Array,
  schooling: Schooling,
  /** Of each feature whether it is 1: it pairs words with a relation. */
  byHeart: Uint8Array = new Uint8Array(believed.length),
): Float32Array {
  const taught = taughtBy(examples, byHeart);
  const learnt = learnFrom(examples, believed, believed, taught, byHeart, schooling);
  const kept = learnt.map((weight, name) =>
    Math.abs(weight - (believed[name] ?? 0)) < schooling.least ? 0 : 1,
  );
  const start = learnt.map((weight, name) => (kept[name] ? weight : (believed[name] ?? 0)));
  const again = { ...schooling, epochs: Math.ceil(schooling.epochs / 2) };
  return learnFrom(examples, believed, start, Uint8Array.from(kept), byHeart, again);
}

/** Of what is known by heart, what no right candidate has is not learnt: that a relation was never asked for says nothing against it. */
function taughtBy(examples: readonly Example[], byHeart: Uint8Array): Uint8Array {
  const taught = byHeart.map((one) => (one ? 0 : 1));
  for (const { candidates, worth } of examples)
    for (const [at, { names }] of candidates.entries())
      if (worth[at]) for (const name of names) taught[name] = 1;
  return taught;
}

function learnFrom(
  examples: readonly Example[],
  believed: Float32Array,
  start: Float32Array,
  kept: Uint8Array,
  byHeart: Uint8Array,
  { epochs, rate, decay }: Schooling,
): Float32Array {
  const size = believed.length;
  const weights = Float32Array.from(start);
  const squares = new Float32Array(size).fill(1e-2);
  const sums = new Float64Array(size);
  const order = [...examples.keys()];
  const shuffle = shuffler();
  let summed = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order);
    for (const at of order) {
      const example = examples[at];
      const without = (epoch + at) % 2 ? undefined : byHeart;
      if (example) learn(example, weights, squares, kept, without, rate, decay, believed);
    }
    // The mean of the later epochs is steadier than the last.
    if (epoch < epochs / 2) continue;
    for (let name = 0; name < size; name++) sums[name] = (sums[name] ?? 0) + (weights[name] ?? 0);
    summed++;
  }
  return Float32Array.from(sums, (sum) => sum / Math.max(1, summed));
}

/** One step of AdaGrad. */
function learn(
  { candidates, worth, weight }: Example,
  weights: Float32Array,
  squares: Float32Array,
  kept: Uint8Array,
  without: Uint8Array | undefined,
  rate: number,
  decay: number,
  believed: Float32Array,
): void {
  const all = worth.reduce((sum, one) => sum + one, 0);
  if (!all) return;
  const chances = softmax(candidates.map((candidate) => scoreOf(candidate, weights, without)));
  for (const [place, { names, values }] of candidates.entries()) {
    const slope = weight * ((chances[place] ?? 0) - (worth[place] ?? 0) / all);
    if (Math.abs(slope) < 1e-4) continue;
    for (let at = 0; at < names.length; at++) {
      const name = names[at] ?? 0;
      if (!kept[name] || without?.[name]) continue;
      const gradient = slope * (values[at] ?? 0) + decay * ((weights[name] ?? 0) - (believed[name] ?? 0));
      const square = (squares[name] ?? 0) + gradient * gradient;
      squares[name] = square;
      weights[name] = (weights[name] ?? 0) - (rate * gradient) / Math.sqrt(square);
    }
  }
}

export function scoreOf({ names, values }: Counted, weights: Float32Array, without?: Uint8Array): number {
  let score = 0;
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? 0;
    if (!without?.[name]) score += (weights[name] ?? 0) * (values[at] ?? 0);
  }
  return score;
}

function softmax(scores: readonly number[]): readonly number[] {
  const most = scores.reduce((best, score) => Math.max(best, score), -Infinity);
  const powers = scores.map((score) => Math.exp(score - most));
  const all = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / all);
}

/** The same order in every run. */
function shuffler(): (items: number[]) => void {
  let seed = 12_345;
  return (items) => {
    for (let at = items.length - 1; at > 0; at--) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      const other = (seed >>> 8) % (at + 1);
      [items[at], items[other]] = [items[other] ?? 0, items[at] ?? 0];
    }
  };
}

export interface SureCase {
  readonly features: ReadonlyMap<string, number>;
  /** 1 where the best candidate is right, 0 where it is wrong, between where it is right in part. */
  readonly right: number;
  readonly weight: number;
}

const ROUNDS = 300;
/** Towards nothing, so that what few questions have says little. */
const PULL = 3e-3;

/** A logistic model of a few features: whether the best candidate answers. */
export function trainSure(cases: readonly SureCase[]): ReadonlyMap<string, number> {
  const names = [...new Set(cases.flatMap(({ features }) => [...features.keys()]))].sort();
  const rows = cases.map(({ features }) => Float64Array.from(names, (name) => features.get(name) ?? 0));
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1e-6);
  const all = cases.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map((weight) => PULL * weight);
    for (const [at, row] of rows.entries()) {
      const { right = 0, weight = 0 } = cases[at] ?? {};
      const sum = row.reduce((total, value, name) => total + value * (weights[name] ?? 0), 0);
      const slope = (weight * (1 / (1 + Math.exp(-sum)) - right)) / all;
      for (let name = 0; name < row.length; name++)
        slopes[name] = (slopes[name] ?? 0) + slope * (row[name] ?? 0);
    }
    for (const [name, slope] of slopes.entries()) {
      const square = (squares[name] ?? 0) + slope * slope;
      squares[name] = square;
      weights[name] = (weights[name] ?? 0) - (0.5 * slope) / Math.sqrt(square);
    }
  }
  return new Map(names.map((name, at) => [name, weights[at] ?? 0]));
}
