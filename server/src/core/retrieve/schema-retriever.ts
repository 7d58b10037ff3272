/** Ranks the relations and classes of a schema for a question: by words, by meaning, and by how much each is used. */
import type { KbSchema } from '../kb/schema';
import { Alignment } from './alignment';
import { likenessOf } from './likeness';
import { LexicalIndex } from './lexical-index';
import { classesOf, relationsOf, type NamedThing } from './named-thing';
import { tokensOf, type Token } from './question-tokens';
import type { RankedName, RetrieveOptions, SchemaRetriever, WordVectors } from './retrieval';
import { usageOf } from './usage';

const WEIGHTS = { words: 0.25, meaning: 0.55, usage: 0.2 };

/** Nothing is made before the first question; without vectors, the lexicon alone says what means the same. */
export function schemaRetriever(schema: KbSchema, vectors: WordVectors | undefined): SchemaRetriever {
  let relations: Ranking | undefined;
  let classes: Ranking | undefined;
  return {
    relations(question, options) {
      relations ??= new Ranking(relationsOf(schema), vectors);
      return relations.rank(question, options);
    },
    classes(question, options) {
      classes ??= new Ranking(classesOf(schema), vectors);
      return classes.rank(question, options);
    },
    get problem() {
      return vectors?.problem;
    },
    similarity: (left, right) => similarity(tokensOf(left), tokensOf(right), vectors),
  };
}

class Ranking {
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly alignment: Alignment;
  private readonly lexical: LexicalIndex;

  constructor(
    private readonly things: readonly NamedThing[],
    vectors: WordVectors | undefined,
  ) {
    this.numbers = new Map(things.map(({ id }, number) => [id, number]));
    this.alignment = new Alignment(things, vectors);
    this.lexical = new LexicalIndex(things);
  }

  rank(question: string, { most, among }: RetrieveOptions): readonly RankedName[] {
    const tokens = tokensOf(question);
    const nearness = this.alignment.nearnessTo(tokens);
    const words = this.lexical.scores(tokens);
    const ranked: RankedName[] = [];
    for (const number of this.numbersOf(among)) {
      const thing = this.things[number];
      if (!thing) continue;
      const signals = {
        words: words.get(number) ?? 0,
        meaning: nearness(number),
        usage: usageOf(thing),
      };
      const score =
        WEIGHTS.words * signals.words + WEIGHTS.meaning * signals.meaning + WEIGHTS.usage * signals.usage;
      ranked.push({ id: thing.id, score, signals });
    }
    return ranked
      .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
      .slice(0, Math.max(0, most));
  }

  private numbersOf(among: Iterable<string> | undefined): Iterable<number> {
    if (!among) return this.things.keys();
    return new Set([...among].flatMap((id) => this.numbers.get(id) ?? []));
  }
}

/** How far the words of each find their like in the other. */
function similarity(
  left: readonly Token[],
  right: readonly Token[],
  vectors: WordVectors | undefined,
): number {
  const found = (from: readonly Token[], to: readonly Token[]): number =>
    from.reduce(
      (sum, token) => sum + Math.max(0, ...to.map((other) => likenessOf(token, other, vectors))),
      0,
    ) / (from.length || 1);
  return (found(left, right) + found(right, left)) / 2;
}
