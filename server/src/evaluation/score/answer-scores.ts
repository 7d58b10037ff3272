/** Compares answers with gold answers, as sets. */

export interface AnswerScores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** As in WebQSP's script: precision is 1 without answers, recall is 1 without gold answers. */
export function compareWithGold(predicted: ReadonlySet<string>, gold: ReadonlySet<string>): AnswerScores {
  let both = 0;
  for (const answer of predicted) if (gold.has(answer)) both++;
  const precision = predicted.size ? both / predicted.size : 1;
  const recall = gold.size ? both / gold.size : 1;
  return { precision, recall, f1: harmonicMean(precision, recall) };
}

/** Compares with the gold parse that matches best; undefined if no gold answers are known. */
export function bestMatch(
  predicted: ReadonlySet<string>,
  parses: readonly ReadonlySet<string>[],
): (AnswerScores & { readonly parse: number }) | undefined {
  let best: (AnswerScores & { readonly parse: number }) | undefined;
  for (const [parse, gold] of parses.entries()) {
    const scores = compareWithGold(predicted, gold);
    if (!best || scores.f1 > best.f1) best = { ...scores, parse };
  }
  return best;
}

/** The probability that an answer is right if it is drawn at random. The order of the answers depends on the engine. */
export function expectedHit(predicted: ReadonlySet<string>, gold: ReadonlySet<string>): number {
  return predicted.size ? compareWithGold(predicted, gold).precision : Number(!gold.size);
}

/** FUn-FuSIC's F1(L): answers that are right on the complete KB count as right. As in its script, recall is 0 for a wrong answer. */
export function lenientF1(
  real: AnswerScores,
  predicted: ReadonlySet<string>,
  ideal: ReadonlySet<string> | undefined,
): number {
  if (!ideal) return real.f1;
  const complete = compareWithGold(predicted, ideal);
  const recall = real.f1 ? real.recall : 0;
  return harmonicMean(Math.max(real.precision, complete.precision), Math.max(recall, complete.recall));
}

export function areSameAnswers(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((answer) => other.has(answer));
}

function harmonicMean(one: number, other: number): number {
  return one + other ? (2 * one * other) / (one + other) : 0;
}
