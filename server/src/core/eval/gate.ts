/** Whether a run is good enough: what CI asks of it. */
import { compareRuns } from './compare';
import { SCORES, type Report, type ScoreName } from './report';

export type Thresholds = ReadonlyMap<ScoreName, number>;

/** `f1R=0.7,hits1=0.8` */
export function parseThresholds(
  text: string,
): { readonly thresholds: Thresholds } | { readonly problem: string } {
  const thresholds = new Map<ScoreName, number>();
  for (const part of text.split(',')) {
    const [, written = '', value = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    const name = SCORES.find((score) => score === written);
    if (name === undefined)
      return {
        problem: `"${part.trim()}" names no score. Write NAME=VALUE with commas between; the names are ${SCORES.join(', ')}.`,
      };
    const least = /^\d*\.?\d+$/.test(value) ? Number(value) : NaN;
    if (!(least >= 0 && least <= 1))
      return {
        problem: `${name} is to be at least "${value}"; it must be a number from 0 to 1, such as 0.75.`,
      };
    thresholds.set(name, least);
  }
  return { thresholds };
}

/** A sentence for each score that is too low, or not there. */
export function failuresUnder({ scores }: Report, thresholds: Thresholds): readonly string[] {
  return [...thresholds].flatMap(([name, least]) => {
    const score = scores[name];
    if (!score) return [`${name} is to be at least ${least}, but no question could be scored by it.`];
    return score.value < least
      ? [`${name} is ${score.value.toFixed(4)} over ${score.n} questions; it is to be at least ${least}.`]
      : [];
  });
}

/**
 * A sentence for each score that is worse than that of the baseline by more than chance explains: on the same questions, the interval
 * of the difference lies below 0. A baseline without questions has only its own interval to be held against.
 */
export function failuresAgainst(report: Report, baseline: Report): readonly string[] {
  return baseline.questions.length ? pairwise(report, baseline) : atLarge(report, baseline);
}

function pairwise(report: Report, baseline: Report): readonly string[] {
  const { scores, questions } = compareRuns(baseline, report);
  if (!questions)
    return [
      'The run has no question in common with the baseline. Make a new baseline from a run on this dataset.',
    ];
  return scores.flatMap(({ name, left, right, difference: { low, high, n } }) =>
    high < 0
      ? [
          `${name} fell from ${left.toFixed(4)} to ${right.toFixed(4)} on the ${n} questions of the baseline (${low.toFixed(4)} to ${high.toFixed(4)}).`,
        ]
      : [],
  );
}

function atLarge({ scores }: Report, baseline: Report): readonly string[] {
  return SCORES.flatMap((name) => {
    const [is, was] = [scores[name], baseline.scores[name]];
    if (!was || (is && is.value >= was.low)) return [];
    return [
      is
        ? `${name} is ${is.value.toFixed(4)}, below ${was.low.toFixed(4)}, the low end of the baseline.`
        : `${name} is not there; in the baseline it is ${was.value.toFixed(4)}.`,
    ];
  });
}
