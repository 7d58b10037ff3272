/** Finds the relations and classes of a schema that a question may be about. */
import type { KbSchema } from '../../schema/schema';
import { SearchBudget } from '../../language/text/search-budget';
import type { Associations } from './associations';
import { wordSimilarity } from './word-similarity';
import { classNames, relationNames, type SchemaName } from './schema-names';
import { analyzeQuestion } from '../../language/english/question';
import { keywordsOf, type StemmedWord } from '../../language/english/words';
import { findNearest } from '../../language/text/distance';
import { BoundedCache } from '../../language/text/cache';
import { stem } from '../../language/english/nouns';
import { SchemaRanking } from './schema-ranking';
import type { RankedName, SchemaRetriever, WordVectors } from './retrieval';

/** Builds its indexes on the first question, unless `prepare` was called. Vectors and associations are optional. */
export function schemaRetriever(
  schema: KbSchema,
  vectors: WordVectors | undefined,
  associations?: () => Associations | { readonly problem: string },
): SchemaRetriever {
  let learnt: ReturnType<NonNullable<typeof associations>> | undefined;
  const relations = new LazyRanking(
    () => relationNames(schema),
    () => {
      learnt = associations?.();
      return new SchemaRanking([], vectors, learnt && 'of' in learnt ? learnt : undefined);
    },
  );
  const classes = new LazyRanking(
    () => classNames(schema),
    () => new SchemaRanking([], vectors, undefined),
  );
  const isKnownWord = (word: string): boolean =>
    !vectors?.size || (vectors.vector(word) ?? vectors.vector(stem(word))) !== undefined;
  let vocabulary: ReadonlySet<string> | undefined;
  const keywords = new BoundedCache<readonly StemmedWord[]>(MAX_CACHED_TEXTS);
  return {
    async prepare(signal, what = 'all') {
      const budget = new SearchBudget(() => performance.now(), Infinity, signal);
      for (const ranking of what === 'all' ? [relations, classes] : [relations]) {
        while (ranking.build()) await budget.yieldIfNeeded();
        while (ranking.complete.warm()) await budget.yieldIfNeeded();
      }
    },
    relations: (question, options) =>
      // At most one of two is dropped.
      withoutReverses(
        relations.complete.rank(question, { ...options, limit: 2 * options.limit }),
        schema,
        options.limit,
      ),
    classes: (question, options) => classes.complete.rank(question, options, analyzeQuestion(question).noun),
    get problem() {
      return vectors?.problem ?? (learnt && 'problem' in learnt ? learnt.problem : undefined);
    },
    isKnownWord,
    similarWords(word) {
      vocabulary ??= wordsOfNames([...relationNames(schema), ...classNames(schema)]);
      const sameStart = [...vocabulary].filter((other) => other.startsWith(word.charAt(0)));
      return findNearest(word, sameStart, { limit: Infinity, within: 1 }).filter(isKnownWord);
    },
    similarity: (left, right) =>
      similarity(
        keywords.getOrCompute(left, (text) => keywordsOf(text)),
        keywords.getOrCompute(right, (text) => keywordsOf(text)),
        vectors,
      ),
  };
}

function wordsOfNames(names: Iterable<SchemaName>): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { own, owner } of names) for (const { word } of [...own, ...owner]) words.add(word);
  return words;
}

/** Texts whose keywords are cached. */
const MAX_CACHED_TEXTS = 5000;

/** Names that are added in one step. */
const STEP_SIZE = 50;

/** A ranking that is built step by step. */
class LazyRanking {
  private ranking: SchemaRanking | undefined;
  private rest: Iterator<SchemaName> | undefined;

  constructor(
    private readonly names: () => Iterable<SchemaName>,
    private readonly create: () => SchemaRanking,
  ) {}

  /** Builds the rest of the ranking. */
  get complete(): SchemaRanking {
    while (this.build());
    return (this.ranking ??= this.create());
  }

  /** Builds one step. Returns whether there may be more. */
  build(): boolean {
    const ranking = (this.ranking ??= this.create());
    this.rest ??= this.names()[Symbol.iterator]();
    for (let count = 0; count < STEP_SIZE; count++) {
      const next = this.rest.next();
      if (next.done) return false;
      ranking.add(next.value);
    }
    return true;
  }
}

/** Keeps the better of a relation and its reverse. */
function withoutReverses(
  ranked: readonly RankedName[],
  schema: KbSchema,
  limit: number,
): readonly RankedName[] {
  const kept = new Map<string, RankedName>();
  for (const each of ranked) {
    if (kept.size >= limit) break;
    const { reverse } = schema.relation(each.id) ?? {};
    if (reverse === undefined || !kept.has(reverse)) kept.set(each.id, each);
  }
  return [...kept.values()];
}

/** The mean similarity of each word to the most similar word of the other text, in both directions. */
function similarity(
  left: readonly StemmedWord[],
  right: readonly StemmedWord[],
  vectors: WordVectors | undefined,
): number {
  const coverage = (from: readonly StemmedWord[], to: readonly StemmedWord[]): number => {
    let sum = 0;
    for (const token of from) {
      let highest = 0;
      for (const other of to) highest = Math.max(highest, wordSimilarity(token, other, vectors));
      sum += highest;
    }
    return sum / (from.length || 1);
  };
  return (coverage(left, right) + coverage(right, left)) / 2;
}
