/** Risk by coverage: the error rate of answers above a confidence. */
import type { Report, ScoredQuestion } from '../report';

/** Enough for a plot. */
const MAX_POINTS = 200;

export function riskCurve(questions: readonly ScoredQuestion[]): Report['risk'] {
  const judged = questions.filter(({ scores }) => scores.f1R !== undefined);
  const answered = judged
    .filter(({ said }) => said === 'answer')
    .sort((one, other) => other.confidence - one.confidence);
  const points: Report['risk'][number][] = [];
  let lost = 0;
  for (const [index, { confidence, scores }] of answered.entries()) {
    lost += 1 - (scores.f1R ?? 0);
    // Answers with the same confidence form one point.
    if (answered[index + 1]?.confidence === confidence) continue;
    points.push({ confidence, coverage: (index + 1) / judged.length, risk: lost / (index + 1) });
  }
  const every = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, index) => index % every === 0 || index === points.length - 1);
}
