/** Finds the relations and classes of a schema that a question may be about. */
import type { KbSchema } from '../kb/schema';
import type { Associations } from './associations';
import { likenessOf } from './likeness';
import { classesOf, relationsOf } from './named-thing';
import { focusOf } from './question-focus';
import { tokensOf, type Token } from './question-tokens';
import { Ranking } from './ranking';
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
  let relations: Ranking | undefined;
  let classes: Ranking | undefined;
  return {
    relations(question, { most, among }) {
      if (!relations) {
        learnt = associations?.();
        relations = new Ranking(relationsOf(schema), vectors, learnt && 'of' in learnt ? learnt : undefined);
      }
      return oneWayOnly(relations.rank(question, among), schema, most);
    },
    classes(question, { most, among }) {
      classes ??= new Ranking(classesOf(schema), vectors, undefined);
      return classes.rank(question, among, focusOf(question).noun).slice(0, Math.max(0, most));
    },
    get problem() {
      return vectors?.problem ?? (learnt && 'problem' in learnt ? learnt.problem : undefined);
    },
    similarity: (left, right) => similarity(tokensOf(left), tokensOf(right), vectors),
  };
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
  left: readonly Token[],
  right: readonly Token[],
  vectors: WordVectors | undefined,
): number {
  const found = (from: readonly Token[], to: readonly Token[]): number => {
    let sum = 0;
    for (const token of from) {
      let most = 0;
      for (const other of to) most = Math.max(most, likenessOf(token, other, vectors));
      sum += most;
    }
    return sum / (from.length || 1);
  };
  return (found(left, right) + found(right, left)) / 2;
}
