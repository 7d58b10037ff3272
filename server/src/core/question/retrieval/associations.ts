/**
 * Associations between words of questions and relations, learned from questions with their queries
 * (`npm run generate -- associations`): weights of words and word pairs for a relation, a word of its name, its domain and its
 * range.
 */
import * as z from 'zod/mini';
import type { SchemaName } from './schema-names';
import { questionGrams } from './question-grams';
import { parseJson } from '../../language/text/json';

/** The weight of each signal. */
export interface FusionWeights {
  readonly words: number;
  readonly covered: number;
  readonly asked: number;
  readonly queries: number;
  readonly facts: number;
  readonly remote: number;
  /** For names that no published query uses. */
  readonly unasked: number;
}

const VERSION = 1;
/** Weights are stored as integers, in units of 1/20. */
const STEP = 20;

const FILE = z.object({
  version: z.literal(VERSION),
  fusion: z.object({
    words: z.number(),
    covered: z.number(),
    asked: z.number(),
    queries: z.number(),
    facts: z.number(),
    remote: z.number(),
    unasked: z.number(),
  }),
  /** What a weight applies to: `r=film.film.directed_by`, `w=director`, `d=film.film`, `e=film.director`. */
  targets: z.array(z.string()),
  /** By word or word pair: alternately the index of a target and its weight. */
  grams: z.record(z.string(), z.array(z.int())),
});

export interface Associations {
  readonly fusion: FusionWeights;
  readonly size: number;
  /** Returns a function from a question to a function from the index of a name to its learned weight. */
  of(names: readonly SchemaName[]): (question: string) => (name: number) => number;
}

/** Throws if the text is not an associations file. */
export function readAssociations(text: string): Associations {
  const parsed = z.safeParse(FILE, parseJson(text));
  if (!parsed.success) throw new Error(`it is not an associations file of version ${VERSION}`);
  const { fusion, targets, grams } = parsed.data;
  const weightsByGram = new Map(Object.entries(grams));
  const indexes = indexTargets(targets);
  return {
    fusion,
    size: weightsByGram.size,
    of: (names) => {
      // Computed on first use, because most names are never ranked.
      const targetIndexes: (readonly number[])[] = [];
      const indexesOf = (name: number): readonly number[] => (targetIndexes[name] ??= indexes(names[name]));
      return (question) => {
        const weights = new Float64Array(targets.length);
        for (const gram of questionGrams(question)) {
          const pairs = weightsByGram.get(gram) ?? [];
          for (let at = 0; at + 1 < pairs.length; at += 2) {
            const index = pairs[at] ?? 0;
            weights[index] = (weights[index] ?? 0) + (pairs[at + 1] ?? 0) / STEP;
          }
        }
        return (name) => {
          let sum = 0;
          for (const index of indexesOf(name)) sum += weights[index] ?? 0;
          return sum;
        };
      };
    },
  };
}

/** Returns a function to the indexes of the targets of a name, in the order of `associationTargets`. */
function indexTargets(targets: readonly string[]): (name: SchemaName | undefined) => readonly number[] {
  const ofKind = (kind: string): ReadonlyMap<string, number> =>
    new Map(
      targets.flatMap((target, index) =>
        target.startsWith(kind) ? [[target.slice(kind.length), index] as const] : [],
      ),
    );
  const [relations, words, domains, ranges] = [ofKind('r='), ofKind('w='), ofKind('d='), ofKind('e=')];
  return (name) => {
    const found: number[] = [];
    const add = (index: number | undefined): void => void (index !== undefined && found.push(index));
    if (!name) return found;
    add(relations.get(name.id));
    for (const { stem } of name.own) add(words.get(stem));
    add(domains.get(name.from ?? ''));
    add(ranges.get(name.to ?? ''));
    return found;
  };
}

/** Omits weights that round to 0. */
export function writeAssociations(
  fusion: FusionWeights,
  weights: Iterable<readonly [gram: string, target: string, weight: number]>,
): string {
  const indexes = new Map<string, number>();
  const grams = new Map<string, number[]>();
  for (const [gram, target, weight] of weights) {
    const rounded = Math.round(weight * STEP);
    if (!rounded) continue;
    const index = indexes.get(target) ?? indexes.size;
    indexes.set(target, index);
    const pairs = grams.get(gram) ?? [];
    pairs.push(index, rounded);
    grams.set(gram, pairs);
  }
  const lines = [...grams]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([gram, pairs]) => `${JSON.stringify(gram)}:[${pairs.join(',')}]`);
  return `{"version":${VERSION},"fusion":${JSON.stringify(fusion)},\n"targets":${JSON.stringify([...indexes.keys()])},\n"grams":{\n${lines.join(',\n')}\n}}\n`;
}

/** The targets whose weights apply to a name. */
export function associationTargets({ id, own, from, to }: SchemaName): readonly string[] {
  return [`r=${id}`, ...own.map(({ stem }) => `w=${stem}`), `d=${from ?? ''}`, `e=${to ?? ''}`];
}
