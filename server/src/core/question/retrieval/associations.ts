/**
 * Which words of questions go with which relations, as learnt from questions and their queries (`npm run generate -- associations`): weights of
 * words and of two words side by side, for a relation itself, for a word of its name, and for what it starts from and leads to.
 */
import * as z from 'zod/mini';
import type { SchemaName } from './schema-names';
import { gramsOf } from './question-grams';

/** How much each signal counts, and how what is learnt is added to them. */
export interface FusionWeights {
  readonly words: number;
  readonly covered: number;
  readonly asked: number;
  readonly queries: number;
  readonly facts: number;
  readonly remote: number;
  /** No published query has it. */
  readonly unasked: number;
}

const VERSION = 1;
/** Weights are kept as whole numbers. */
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
  /** What a weight is for: `r=film.film.directed_by`, `w=director`, `d=film.film`, `e=film.director`. */
  targets: z.array(z.string()),
  /** By word or two words: the number of a target, its weight, and so on. */
  grams: z.record(z.string(), z.array(z.int())),
});

export interface Associations {
  readonly fusion: FusionWeights;
  readonly size: number;
  /** What is learnt of these things: a function that takes a question, and gives one that takes the number of a thing. */
  of(things: readonly SchemaName[]): (question: string) => (thing: number) => number;
}

/** Throws where the text is not such a file. */
export function readAssociations(text: string): Associations {
  const parsed = z.safeParse(FILE, parsedJson(text));
  if (!parsed.success) throw new Error('it is no file of associations, or one of another version');
  const { fusion, targets, grams } = parsed.data;
  const learnt = new Map(Object.entries(grams));
  const places = new Map(targets.map((target, place) => [target, place]));
  return {
    fusion,
    size: learnt.size,
    of: (things) => {
      // Made when they are asked for: of most things nobody ever does.
      const made: (readonly number[])[] = [];
      const own = (thing: number): readonly number[] => (made[thing] ??= placesOf(things[thing]));
      const placesOf = (thing: SchemaName | undefined): readonly number[] =>
        thing ? targetsOf(thing).flatMap((target) => places.get(target) ?? []) : [];
      return (question) => {
        const weights = new Float64Array(targets.length);
        for (const gram of gramsOf(question)) {
          const pairs = learnt.get(gram) ?? [];
          for (let at = 0; at + 1 < pairs.length; at += 2) {
            const place = pairs[at] ?? 0;
            weights[place] = (weights[place] ?? 0) + (pairs[at + 1] ?? 0) / STEP;
          }
        }
        return (thing) => {
          let sum = 0;
          for (const place of own(thing)) sum += weights[place] ?? 0;
          return sum;
        };
      };
    },
  };
}

/** Those that come to nothing are left out. */
export function writeAssociations(
  fusion: FusionWeights,
  weights: Iterable<readonly [gram: string, target: string, weight: number]>,
): string {
  const places = new Map<string, number>();
  const grams = new Map<string, number[]>();
  for (const [gram, target, weight] of weights) {
    const whole = Math.round(weight * STEP);
    if (!whole) continue;
    const place = places.get(target) ?? places.size;
    places.set(target, place);
    const pairs = grams.get(gram) ?? [];
    pairs.push(place, whole);
    grams.set(gram, pairs);
  }
  const lines = [...grams]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([gram, pairs]) => `${JSON.stringify(gram)}:[${pairs.join(',')}]`);
  return `{"version":${VERSION},"fusion":${JSON.stringify(fusion)},\n"targets":${JSON.stringify([...places.keys()])},\n"grams":{\n${lines.join(',\n')}\n}}\n`;
}

/** What something learnt of a thing may be said of. */
export function targetsOf({ id, own, from, to }: SchemaName): readonly string[] {
  return [`r=${id}`, ...own.map(({ stem }) => `w=${stem}`), `d=${from ?? ''}`, `e=${to ?? ''}`];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
