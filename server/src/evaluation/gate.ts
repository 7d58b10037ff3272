/** Whether a run is good enough: what CI asks of it. */
import { compareRuns } from './compare';
import { SCORES, type Report, type Score, type ScoreName } from './report';

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

/** Sums of shares are off by less. */
const ROUNDING = 1e-9;

/** What is not at its end may still become worse, or better. */
function unfinished({ questions }: Report): readonly string[] {
  const missing = questions.filter(({ verdict }) => verdict === 'missing').length;
  return missing
    ? [
        `${missing} of ${questions.length} questions were not asked yet, so that it cannot be said whether the run is good enough. Go on with it first.`,
      ]
    : [];
}

/** A sentence for each score that is too low, or not there. */
export function failuresUnder(report: Report, thresholds: Thresholds): readonly string[] {
  const low = [...thresholds].flatMap(([name, least]) => {
    const score = report.scores[name];
    if (!score) return [`${name} is to be at least ${least}, but no question could be scored by it.`];
    return score.value < least - ROUNDING
      ? [`${name} is ${score.value.toFixed(4)} over ${score.n} questions; it is to be at least ${least}.`]
      : [];
  });
  return [...unfinished(report), ...low];
}

/**
 * A sentence for each score that is worse than that of the baseline by more than chance explains: on the same questions, the interval
 * of the difference lies below 0. A baseline without questions has only its own interval to be held against. A score that can be told
 * no more is told too, and so are questions that are gone: nobody would notice that they are not looked at.
 */
export function failuresAgainst(report: Report, baseline: Report): readonly string[] {
  const worse = baseline.questions.length ? pairwise(report, baseline) : atLarge(report, baseline);
  return [...unfinished(report), ...worse];
}

/** What makes the comparison worth less than it looks, and what fell without failing; a sentence each. */
export function doubtsAbout(report: Report, baseline: Report): readonly string[] {
  if (!baseline.questions.length) return [];
  const { questions, onlyRight, notes, scores } = compareRuns(baseline, report);
  const fell = scores.filter(({ difference: { value, high } }) => value < -ROUNDING && high >= 0);
  return [
    ...notes,
    ...(questions && onlyRight.length
      ? [`${onlyRight.length} questions of this run are not in the baseline, and are not compared.`]
      : []),
    ...(fell.length
      ? [
          `Lower than in the baseline, though it may be chance: ${fell.map(({ name, left, right }) => `${name} ${left.toFixed(4)} to ${right.toFixed(4)}`).join(', ')}.`,
        ]
      : []),
  ].map((note) => `--baseline: ${note}`);
}

/** Questions that the baseline has answered and that nobody asks any more, or in other words. */
function lostFrom(report: Report, baseline: Report): readonly string[] {
  const here = new Map(report.questions.map(({ id, question }) => [id, question]));
  const there = baseline.questions.filter(({ verdict }) => verdict !== 'missing');
  const lost = there.filter(({ id, question }) => here.get(id) !== question);
  const [first] = lost;
  return first
    ? [
        `${lost.length} of ${there.length} questions of the baseline are not in this run, such as ${first.id}: it cannot be said whether it is as good. Ask them too, or make a baseline of a run on these questions.`,
      ]
    : [];
}

function pairwise(report: Report, baseline: Report): readonly string[] {
  const { scores, questions } = compareRuns(baseline, report);
  if (!questions)
    return [
      'The run has no question in common with the baseline. Make a new baseline from a run on this dataset.',
    ];
  const worse = SCORES.flatMap((name) => {
    const [was, found] = [baseline.scores[name], scores.find((score) => score.name === name)];
    if (!found) return was ? [goneFrom(name, was)] : [];
    const { left, right, difference } = found;
    const { low, high, n } = difference;
    return high < 0
      ? [
          `${name} fell from ${left.toFixed(4)} to ${right.toFixed(4)} on the ${n} questions of the baseline (${low.toFixed(4)} to ${high.toFixed(4)}).`,
        ]
      : [];
  });
  return [...lostFrom(report, baseline), ...worse];
}

function atLarge({ scores }: Report, baseline: Report): readonly string[] {
  return SCORES.flatMap((name) => {
    const [is, was] = [scores[name], baseline.scores[name]];
    if (!was || (is && is.value >= was.low)) return [];
    return [
      is
        ? `${name} is ${is.value.toFixed(4)}, below ${was.low.toFixed(4)}, the low end of the baseline.`
        : goneFrom(name, was),
    ];
  });
}

function goneFrom(name: ScoreName, { value }: Score): string {
  return `${name} is not there; in the baseline it is ${value.toFixed(4)}.`;
}
