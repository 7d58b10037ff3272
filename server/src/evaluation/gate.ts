/** Checks the scores of a run against thresholds and a baseline, for CI. */
import { compareRuns } from './compare';
import { SCORES, type Report, type Score, type ScoreName } from './report';

export type Thresholds = ReadonlyMap<ScoreName, number>;

/** Parses a list such as `f1R=0.7,hits1=0.8`. */
export function parseThresholds(
  text: string,
): { readonly thresholds: Thresholds } | { readonly problem: string } {
  const thresholds = new Map<ScoreName, number>();
  for (const part of text.split(',')) {
    const [written = '', ...rest] = part.split('=');
    const value = rest.join('=').trim();
    const name = rest.length ? SCORES.find((score) => score === written.trim()) : undefined;
    if (name === undefined)
      return {
        problem: `"${part.trim()}" is not a score. Write NAME=VALUE, separated by commas, with one of the names ${SCORES.join(', ')}.`,
      };
    const threshold = /^\d*\.?\d+$/.test(value) ? Number(value) : NaN;
    if (!(threshold >= 0 && threshold <= 1))
      return {
        problem: `The threshold of ${name} is "${value}"; it must be a number from 0 to 1, such as 0.75.`,
      };
    thresholds.set(name, threshold);
  }
  return { thresholds };
}

/** Greater than rounding errors of sums. */
const ROUNDING = 1e-9;

function unfinishedFailure({ questions }: Report): readonly string[] {
  const missing = questions.filter(({ verdict }) => verdict === 'missing').length;
  return missing
    ? [
        `${missing} of ${questions.length} questions have not been asked yet, so the run cannot be judged. Resume it first.`,
      ]
    : [];
}

/** Returns a sentence for each score that is below its threshold or missing. */
export function thresholdFailures(report: Report, thresholds: Thresholds): readonly string[] {
  const low = [...thresholds].flatMap(([name, threshold]) => {
    const score = report.scores[name];
    if (!score) return [`${name} must be at least ${threshold}, but no question has this score.`];
    return score.value < threshold - ROUNDING
      ? [`${name} is ${score.value.toFixed(4)} over ${score.n} questions; it must be at least ${threshold}.`]
      : [];
  });
  return [...unfinishedFailure(report), ...low];
}

/**
 * Returns a sentence for each score that is significantly worse than in the baseline: on the same questions, the interval of the
 * difference is below 0. A baseline without questions is compared by its own interval. Missing scores and questions are failures too.
 */
export function baselineFailures(report: Report, baseline: Report): readonly string[] {
  const worse = baseline.questions.length
    ? pairedFailures(report, baseline)
    : unpairedFailures(report, baseline);
  return [...unfinishedFailure(report), ...worse];
}

/** Returns a sentence for each reason for caution, and for scores that are lower but not significantly. */
export function baselineCaveats(report: Report, baseline: Report): readonly string[] {
  if (!baseline.questions.length) return [];
  const { questions, onlyRight, notes, scores } = compareRuns(baseline, report);
  const fell = scores.filter(({ difference: { value, high } }) => value < -ROUNDING && high >= 0);
  return [
    ...notes,
    ...(questions && onlyRight.length
      ? [`${onlyRight.length} questions of this run are not in the baseline and are not compared.`]
      : []),
    ...(fell.length
      ? [
          `Lower than in the baseline, but not significantly: ${fell.map(({ name, left, right }) => `${name} ${left.toFixed(4)} to ${right.toFixed(4)}`).join(', ')}.`,
        ]
      : []),
  ].map((note) => `--baseline: ${note}`);
}

/** Questions of the baseline that are missing or reworded. */
function missingQuestionFailure(report: Report, baseline: Report): readonly string[] {
  const current = new Map(report.questions.map(({ id, question }) => [id, question]));
  const asked = baseline.questions.filter(({ verdict }) => verdict !== 'missing');
  const missing = asked.filter(({ id, question }) => current.get(id) !== question);
  const [first] = missing;
  return first
    ? [
        `${missing.length} of ${asked.length} questions of the baseline are not in this run, such as ${first.id}, so the runs cannot be compared. Ask them too, or make a new baseline from a run on these questions.`,
      ]
    : [];
}

function pairedFailures(report: Report, baseline: Report): readonly string[] {
  const { scores, questions } = compareRuns(baseline, report);
  if (!questions)
    return [
      'The run has no question in common with the baseline. Make a new baseline from a run on this dataset.',
    ];
  const worse = SCORES.flatMap((name) => {
    const [was, score] = [baseline.scores[name], scores.find((one) => one.name === name)];
    if (!score) return was ? [missingScoreMessage(name, was)] : [];
    const { left, right, difference } = score;
    const { low, high, n } = difference;
    return high < 0
      ? [
          `${name} fell from ${left.toFixed(4)} to ${right.toFixed(4)} on the ${n} questions of the baseline (${low.toFixed(4)} to ${high.toFixed(4)}).`,
        ]
      : [];
  });
  return [...missingQuestionFailure(report, baseline), ...worse];
}

function unpairedFailures({ scores }: Report, baseline: Report): readonly string[] {
  return SCORES.flatMap((name) => {
    const [is, was] = [scores[name], baseline.scores[name]];
    if (!was || (is && is.value >= was.low)) return [];
    return [
      is
        ? `${name} is ${is.value.toFixed(4)}, below ${was.low.toFixed(4)}, the low end of the baseline.`
        : missingScoreMessage(name, was),
    ];
  });
}

function missingScoreMessage(name: ScoreName, { value }: Score): string {
  return `${name} is missing; in the baseline it is ${value.toFixed(4)}.`;
}
