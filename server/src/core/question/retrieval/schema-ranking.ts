/** Ranks relations or classes for a question by words, meaning, use and learned associations. */
import { Alignment } from './alignment';
import type { Associations, FusionWeights } from './associations';
import { IndexedNames } from './indexed-names';
import { LexicalIndex } from './lexical-index';
import type { SchemaName } from './schema-names';
import { BoundedCache } from '../../language/text/cache';
import { keywordsOf } from '../../language/english/words';
import type { RankedName, RetrieveOptions, WordVectors } from './retrieval';

/** For names without associations. */
export const DEFAULT_FUSION_WEIGHTS: FusionWeights = {
  words: 2,
  covered: 4,
  asked: 2.5,
  queries: 2,
  facts: 1.5,
  remote: -0.5,
  unasked: -0.5,
};
/** The weighted sum that has a score of 0.5, and how fast the score rises. The best names mostly have 0.7 and more. */
const MIDDLE = 5;
const SLOPE = 2;
/** The lexical score that an unused name of a community domain must have. */
const MIN_SCORE_IF_UNUSED = 0.6;
/** Word vectors that are prepared in one step. */
const STEP_SIZE = 200;

/** A question is ranked several times in a row: all names, those of its entities, and those of paths. */
const MAX_CACHED_QUESTIONS = 4;

/** The signals of one name. Each has a weight. */
export type RetrievalSignals = FusionWeights;

/** The scores of the names for one question, by the number of the name. Each is computed on first use. */
interface ScoredNames {
  /** The lexical scores. */
  readonly words: ReadonlyMap<number, number>;
  readonly scoreOf: (name: number) => number;
  readonly toRanked: (name: number) => readonly RankedName[];
}

export class SchemaRanking {
  readonly names: SchemaName[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly indexed = new IndexedNames();
  private readonly alignment: Alignment;
  private readonly lexical = new LexicalIndex(this.indexed);
  private readonly weights: FusionWeights;
  private readonly learnt: ((question: string) => (name: number) => number) | undefined;
  /** The names that are ranked for every question. */
  private readonly usual: number[] = [];
  private readonly scored = new BoundedCache<ScoredNames>(MAX_CACHED_QUESTIONS);
  /** The words whose vectors are not prepared yet. */
  private unpreparedWords: number[] | undefined;

  constructor(
    names: Iterable<SchemaName>,
    vectors: WordVectors | undefined,
    associations: Associations | undefined,
  ) {
    this.weights = associations?.fusion ?? DEFAULT_FUSION_WEIGHTS;
    this.alignment = new Alignment(this.indexed, vectors);
    this.learnt = associations?.of(this.names);
    for (const name of names) this.add(name);
  }

  /** All names must be added before the first question. */
  add(name: SchemaName): void {
    const number = this.names.length;
    this.names.push(name);
    this.numbers.set(name.id, number);
    this.indexed.add(name);
    if (isUsual(name)) this.usual.push(number);
  }

  /** Prepares the vectors of some words of the names that are ranked for every question. Returns whether there are more. */
  warm(): boolean {
    this.unpreparedWords ??= [...this.indexed.wordsOf(this.usual)];
    this.alignment.warm(this.unpreparedWords.splice(-STEP_SIZE));
    return this.unpreparedWords.length > 0;
  }

  /** The best names, in their order. */
  rank(question: string, { limit, among }: RetrieveOptions, emphasis = ''): readonly RankedName[] {
    const { words, scoreOf, toRanked } = this.scored.getOrCompute(`${emphasis}\n${question}`, () =>
      this.scoreNames(question, emphasis),
    );
    const numbers = [...this.numbersOf(among, words)];
    const scores = Float64Array.from(numbers, scoreOf);
    const lowest = nthHighest(scores, limit);
    return numbers
      .filter((_, at) => (scores[at] ?? 0) >= lowest)
      .flatMap(toRanked)
      .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
      .slice(0, Math.max(0, limit));
  }

  private scoreNames(question: string, emphasis: string): ScoredNames {
    const { words, of: signalsOf } = this.signals(question, emphasis);
    const learntOf = this.learnt?.(question);
    const scores = new Float64Array(this.names.length).fill(NaN);
    const scoreOf = (number: number): number => {
      const known = scores[number] ?? 0;
      if (!Number.isNaN(known)) return known;
      return (scores[number] = toScore(
        weightedSum(signalsOf(number), this.weights) + (learntOf?.(number) ?? 0),
      ));
    };
    const toRanked = (number: number): readonly RankedName[] => {
      const name = this.names[number];
      if (!name) return [];
      const { words: lexical, covered, asked, queries, facts } = signalsOf(number);
      const signals = {
        words: lexical,
        meaning: 0.6 * covered + 0.4 * asked,
        usage: Math.min(1, 0.6 * queries + 0.6 * facts),
        learnt: Math.max(0, Math.tanh((learntOf?.(number) ?? 0) / 4)),
      };
      return [{ id: name.id, score: scoreOf(number), signals }];
    };
    return { words, scoreOf, toRanked };
  }

  /** The signals of each name by its number, and the lexical scores. */
  signals(
    question: string,
    emphasis = '',
  ): { readonly words: ReadonlyMap<number, number>; readonly of: (name: number) => RetrievalSignals } {
    const tokens = keywordsOf(question);
    const words = this.lexical.scores(tokens);
    const align = this.alignment.alignWith(tokens, new Set(keywordsOf(emphasis).map(({ stem }) => stem)));
    const of = (number: number): RetrievalSignals => {
      const { covered, asked } = align(number);
      const { use, remote } = this.names[number] ?? UNKNOWN_NAME;
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
    const similar: number[] = [];
    for (const [number, score] of words)
      if (score >= MIN_SCORE_IF_UNUSED && !isUsual(this.names[number])) similar.push(number);
    return [...this.usual, ...similar];
  }
}

function isUsual(name: SchemaName | undefined): boolean {
  return name !== undefined && (!name.remote || name.use.facts > 0);
}

function toScore(sum: number): number {
  return 1 / (1 + Math.exp((MIDDLE - sum) / SLOPE));
}

/** To sort numbers is much faster than to sort all names. */
function nthHighest(scores: Float64Array, nth: number): number {
  return scores.toSorted()[scores.length - nth] ?? -Infinity;
}

const UNKNOWN_NAME = { use: { facts: 0, queries: 0 }, remote: false };

export function weightedSum(signals: RetrievalSignals, weights: FusionWeights): number {
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
