/** Answers against those of gold, as sets. */

export interface AnswerScores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** As WebQSP's script has it: nothing said is nothing wrong, and where nothing is to be found, nothing is missing. */
export function againstGold(said: ReadonlySet<string>, gold: ReadonlySet<string>): AnswerScores {
  let both = 0;
  for (const answer of said) if (gold.has(answer)) both++;
  const precision = said.size ? both / said.size : 1;
  const recall = gold.size ? both / gold.size : 1;
  return { precision, recall, f1: harmonicMean(precision, recall) };
}

/** Against the reading of the question that is met best; undefined where no answers are known. */
export function bestOf(
  said: ReadonlySet<string>,
  readings: readonly ReadonlySet<string>[],
): (AnswerScores & { readonly reading: number }) | undefined {
  let best: (AnswerScores & { readonly reading: number }) | undefined;
  for (const [reading, gold] of readings.entries()) {
    const scores = againstGold(said, gold);
    if (!best || scores.f1 > best.f1) best = { ...scores, reading };
  }
  return best;
}

/** FUn-FuSIC's F1(L): what is right on the whole KB is not held against who has only parts of it. */
export function lenientF1(
  real: AnswerScores,
  said: ReadonlySet<string>,
  ideal: ReadonlySet<string> | undefined,
): number {
  if (!ideal) return real.f1;
  const whole = againstGold(said, ideal);
  return harmonicMean(Math.max(real.precision, whole.precision), Math.max(real.recall, whole.recall));
}

export function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((answer) => other.has(answer));
}

function harmonicMean(one: number, other: number): number {
  return one + other ? (2 * one * other) / (one + other) : 0;
}
