/**
 * Gradient-boosted trees: their sum is the log-odds of the predicted probability. A complete tree of depth d is a list of numbers: the
 * features of its 2^d − 1 splits level by level, their thresholds, and its 2^d values.
 */
import * as z from 'zod/mini';

const isComplete = ({ length }: readonly number[]): boolean => Number.isInteger(Math.log2((length + 2) / 3));

export const BOOSTED_TREES = z.object({
  /** The names of the features, which splits refer to by their index. */
  features: z.array(z.string()),
  /** The prediction without trees. */
  base: z.number(),
  trees: z.array(z.array(z.number()).check(z.refine(isComplete, 'it has a tree that is not complete'))),
});
export type BoostedTrees = z.infer<typeof BOOSTED_TREES>;

/** A feature without a value is 0. */
export function predictProbability(
  { features, base, trees }: BoostedTrees,
  valueOf: (feature: string) => number | undefined,
): number {
  const values = features.map((feature) => valueOf(feature) ?? 0);
  return toProbability(trees.reduce((sum, tree) => sum + predictTree(tree, values), base));
}

/** The split below index i of a level-by-level order is at 2i + 1, and at 2i + 2 if the value is not below the threshold. */
export function predictTree(tree: readonly number[], values: ArrayLike<number>): number {
  const splits = (tree.length - 1) / 3;
  let at = 0;
  while (at < splits) at = 2 * at + ((values[tree[at] ?? 0] ?? 0) < (tree[splits + at] ?? 0) ? 1 : 2);
  return tree[splits + at] ?? 0;
}

export function toProbability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
