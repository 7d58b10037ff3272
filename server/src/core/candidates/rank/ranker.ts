/**
 * The weights that `npm run generate -- train` has learnt, in one file of JSON: of each feature its weight in hundredths. Features that pair words
 * of a question with something of the form (`spoken|p=…`) stand under that something, which shortens the file by half.
 */
import * as z from 'zod/mini';

/** The weights that ship with the project. Pure: the same features give the same score everywhere. */
export interface Ranker {
  /** Higher is likelier; `features` by their names, those that it does not know count nothing. */
  score(features: Iterable<readonly [name: string, value: number]>): number;
  /** The chance that the best candidate answers the question, of features of the whole list. */
  confidence(features: Iterable<readonly [name: string, value: number]>): number;
}

export const RANKER_VERSION = 1;

const WEIGHTS = z.record(z.string(), z.number());
const FILE = z.object({
  version: z.literal(RANKER_VERSION),
  /** By name. */
  plain: WEIGHTS,
  /** By what stands behind the bar, then by what stands before it. There are a hundred thousand, of which a question needs few. */
  paired: z.record(z.string(), z.unknown()),
  confidence: WEIGHTS,
});

const UNIT = 100;

/** Throws where the text is no such file. */
export function readRanker(text: string): Ranker {
  const file = z.parse(FILE, JSON.parse(text));
  const plain = mapOf(file.plain);
  const paired = new Map(Object.entries(file.paired));
  const read = new Map<string, ReadonlyMap<string, number>>();
  const pairedWith = (behind: string): ReadonlyMap<string, number> => {
    let weights = read.get(behind);
    if (!weights) read.set(behind, (weights = mapOf(z.parse(WEIGHTS, paired.get(behind) ?? {}))));
    return weights;
  };
  const sure = mapOf(file.confidence);
  const weightOf = (name: string): number | undefined => {
    const bar = name.indexOf('|');
    return bar < 0 ? plain.get(name) : pairedWith(name.slice(bar + 1)).get(name.slice(0, bar));
  };
  return {
    score: (features) => sumOf(features, weightOf),
    confidence: (features) => 1 / (1 + Math.exp(-sumOf(features, (name) => sure.get(name)))),
  };
}

const mapOf = (weights: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(weights));

function sumOf(
  features: Iterable<readonly [string, number]>,
  weightOf: (name: string) => number | undefined,
): number {
  let sum = 0;
  for (const [name, value] of features) sum += (weightOf(name) ?? 0) * value;
  return sum / UNIT;
}

/** Sorted, so that the same weights make the same file. Those that round to nothing are left out. */
export function writeRanker(
  weights: Iterable<readonly [string, number]>,
  confidence: Iterable<readonly [string, number]>,
): string {
  const plain: Record<string, number> = {};
  const paired: Record<string, Record<string, number>> = {};
  for (const [name, weight] of rounded(weights)) {
    const bar = name.indexOf('|');
    if (bar < 0) plain[name] = weight;
    else (paired[name.slice(bar + 1)] ??= {})[name.slice(0, bar)] = weight;
  }
  return `${JSON.stringify({ version: RANKER_VERSION, plain, paired, confidence: Object.fromEntries(rounded(confidence)) })}\n`;
}

function rounded(weights: Iterable<readonly [string, number]>): readonly (readonly [string, number])[] {
  return [...weights]
    .map(([name, weight]) => [name, Math.round(weight * UNIT)] as const)
    .filter(([, weight]) => weight)
    .sort(([left], [right]) => (left < right ? -1 : 1));
}
