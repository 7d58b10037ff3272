/** Finds the relations and classes of a schema that a question may be about. */
import type { KbSchema } from '../../schema/schema';
import { Pace } from '../../language/text/pace';
import type { Associations } from './associations';
import { wordSimilarity } from './word-similarity';
import { classesIn, relationsIn, type SchemaName } from './schema-names';
import { analyzeQuestion } from '../../language/english/question';
import { keywordsOf, type StemmedWord } from '../../language/english/words';
import { SchemaRanking } from './ranking';
import type { RankedName, SchemaRetriever, WordVectors } from './retrieval';

/**
 * Nothing is made before the first question. Without vectors the lexicon alone says what means the same; without associations
 * nothing is known of how people ask.
 */
export function schemaRetriever(
  schema: KbSchema,
  vectors: WordVectors | undefined,
  associations?: () => Associations | { readonly problem: string },
): SchemaRetriever {
  let learnt: ReturnType<NonNullable<typeof associations>> | undefined;
  const relations = new Growing(
    () => relationsIn(schema),
    () => {
      learnt = associations?.();
      return new SchemaRanking([], vectors, learnt && 'of' in learnt ? learnt : undefined);
    },
  );
  const classes = new Growing(
    () => classesIn(schema),
    () => new SchemaRanking([], vectors, undefined),
  );
  return {
    async prepare(signal, what = 'all') {
      const pace = new Pace(() => performance.now(), Infinity, signal);
      for (const part of what === 'all' ? [relations, classes] : [relations]) {
        while (part.grow()) await pace.step();
        while (part.whole.warm()) await pace.step();
      }
    },
    relations: (question, { most, among }) => oneWayOnly(relations.whole.rank(question, among), schema, most),
    classes: (question, { most, among }) =>
      classes.whole.rank(question, among, analyzeQuestion(question).noun).slice(0, Math.max(0, most)),
    get problem() {
      return vectors?.problem ?? (learnt && 'problem' in learnt ? learnt.problem : undefined);
    },
    similarity: (left, right) => similarity(keywordsOf(left), keywordsOf(right), vectors),
  };
}

/** Things that are added in one piece of work. */
const PIECE = 50;

/** A ranking that is made piece by piece; whoever needs the whole has the rest of it made at once. */
class Growing {
  private ranking: SchemaRanking | undefined;
  private rest: Iterator<SchemaName> | undefined;

  constructor(
    private readonly things: () => Iterable<SchemaName>,
    private readonly begin: () => SchemaRanking,
  ) {}

  get whole(): SchemaRanking {
    while (this.grow());
    return this.begun;
  }

  /** Whether there may be more. */
  grow(): boolean {
    const { begun } = this;
    this.rest ??= this.things()[Symbol.iterator]();
    for (let count = 0; count < PIECE; count++) {
      const next = this.rest.next();
      if (next.done) return false;
      begun.add(next.value);
    }
    return true;
  }

  private get begun(): SchemaRanking {
    return (this.ranking ??= this.begin());
  }
}

/** Of a relation and its reverse, which say the same, the better. */
function oneWayOnly(ranked: readonly RankedName[], schema: KbSchema, most: number): readonly RankedName[] {
  const taken = new Map<string, RankedName>();
  for (const each of ranked) {
    if (taken.size >= most) break;
    const { reverse } = schema.relation(each.id) ?? {};
    if (reverse === undefined || !taken.has(reverse)) taken.set(each.id, each);
  }
  return [...taken.values()];
}

/** How far the words of each find their like in the other. */
function similarity(
  left: readonly StemmedWord[],
  right: readonly StemmedWord[],
  vectors: WordVectors | undefined,
): number {
  const found = (from: readonly StemmedWord[], to: readonly StemmedWord[]): number => {
    let sum = 0;
    for (const token of from) {
      let most = 0;
      for (const other of to) most = Math.max(most, wordSimilarity(token, other, vectors));
      sum += most;
    }
    return sum / (from.length || 1);
  };
  return (found(left, right) + found(right, left)) / 2;
}
