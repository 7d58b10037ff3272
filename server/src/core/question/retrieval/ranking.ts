/** Ranks relations or classes for a question by words, meaning, use and learned associations. */
import { Alignment } from './alignment';
import type { Associations, FusionWeights } from './associations';
import { LexicalIndex } from './lexical-index';
import type { SchemaName } from './schema-names';
import { keywordsOf } from '../../language/english/words';
import type { RankedName, RetrieveOptions, WordVectors } from './retrieval';

/** For what nothing is learnt of. */
export const DEFAULT_WEIGHTS: FusionWeights = {
  words: 2,
  covered: 4,
  asked: 2.5,
  queries: 2,
  facts: 1.5,
  remote: -0.5,
  unasked: -0.5,
};
/** What the score is 0.5 at, and how fast it rises: the best of a question have mostly 0.7 and more. */
const MIDDLE = 5;
const SLOPE = 2;
/** Of what nobody uses only so near a name is looked at. */
const NEAR_ENOUGH = 0.6;

/** One thing as its signals see it. */
export interface Signals {
  readonly words: number;
  readonly covered: number;
  readonly asked: number;
  readonly queries: number;
  readonly facts: number;
  readonly remote: number;
  readonly unasked: number;
}

export class SchemaRanking {
  readonly things: SchemaName[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly alignment: Alignment;
  private readonly lexical = new LexicalIndex();
  private readonly learnt: ((question: string) => (thing: number) => number) | undefined;
  private readonly usual: number[] = [];

  constructor(
    things: Iterable<SchemaName>,
    vectors: WordVectors | undefined,
    associations: Associations | undefined,
    private readonly weights: FusionWeights = associations?.fusion ?? DEFAULT_WEIGHTS,
  ) {
    this.alignment = new Alignment(vectors);
    this.learnt = associations?.of(this.things);
    for (const thing of things) this.add(thing);
  }

  /** All are to be added before the first question. */
  add(thing: SchemaName): void {
    const number = this.things.length;
    this.things.push(thing);
    this.numbers.set(thing.id, number);
    this.alignment.add(thing);
    this.lexical.add(thing);
    if (!thing.remote || thing.use.facts) this.usual.push(number);
  }

  /** Makes a piece of what the first question needs besides; whether there may be more. */
  warm(): boolean {
    return this.alignment.warm();
  }

  /** All that are looked at, the best first. */
  rank(question: string, among: RetrieveOptions['among'], emphasis = ''): readonly RankedName[] {
    const signalsOf = this.signals(question, emphasis);
    const learntOf = this.learnt?.(question);
    return [...this.numbersOf(among, signalsOf.words)]
      .flatMap((number): readonly RankedName[] => {
        const thing = this.things[number];
        if (!thing) return [];
        const signals = signalsOf.of(number);
        const learnt = learntOf?.(number) ?? 0;
        const sum = fused(signals, this.weights) + learnt;
        return [
          {
            id: thing.id,
            score: 1 / (1 + Math.exp((MIDDLE - sum) / SLOPE)),
            signals: {
              words: signals.words,
              meaning: 0.6 * signals.covered + 0.4 * signals.asked,
              usage: Math.min(1, 0.6 * signals.queries + 0.6 * signals.facts),
              learnt: Math.max(0, Math.tanh(learnt / 4)),
            },
          },
        ];
      })
      .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
  }

  /** What each thing, by its number, has in common with a question, before anything is weighed. */
  signals(
    question: string,
    emphasis = '',
  ): { readonly words: ReadonlyMap<number, number>; readonly of: (thing: number) => Signals } {
    const tokens = keywordsOf(question);
    const words = this.lexical.scores(tokens);
    const nearness = this.alignment.nearnessTo(tokens, new Set(keywordsOf(emphasis).map(({ stem }) => stem)));
    const of = (number: number): Signals => {
      const { covered, asked } = nearness(number);
      const { use, remote } = this.things[number] ?? NOTHING;
      return {
        words: words.get(number) ?? 0,
        covered,
        asked,
        queries: use.queries / 8,
        facts: use.facts / 20,
        remote: remote ? 1 : 0,
        unasked: use.queries ? 0 : 1,
      };
    };
    return { words, of };
  }

  numberOf(id: string): number | undefined {
    return this.numbers.get(id);
  }

  numbersOf(among: RetrieveOptions['among'], words: ReadonlyMap<number, number>): Iterable<number> {
    if (among) return new Set([...among].flatMap((id) => this.numbers.get(id) ?? []));
    const near = [...words].flatMap(([number, score]) => (score >= NEAR_ENOUGH ? [number] : []));
    return new Set([...this.usual, ...near]);
  }
}

const NOTHING = { use: { facts: 0, queries: 0 }, remote: false };

export function fused(signals: Signals, weights: FusionWeights): number {
  return (
    weights.words * signals.words +
    weights.covered * signals.covered +
    weights.asked * signals.asked +
    weights.queries * signals.queries +
    weights.facts * signals.facts +
    weights.remote * signals.remote +
    weights.unasked * signals.unasked
  );
}
