/** Compares the confidence of answers with their scores: the expected calibration error (ECE) in ten bins. */
import type { Report, ScoredQuestion } from '../report';

const BINS = 10;

/** Returns undefined if no answer can be judged. An answer with f1R 0.5 counts as half right. */
export function calibrationOf(questions: readonly ScoredQuestion[]): Report['calibration'] {
  const answers = questions.flatMap(({ said, confidence, scores: { f1R } }) =>
    said === 'answer' && f1R !== undefined ? [{ confidence, f1R }] : [],
  );
  if (!answers.length) return undefined;
  const bins = Array.from({ length: BINS }, (_, bin) => {
    const members = answers.filter(({ confidence }) => binOf(confidence) === bin);
    return {
      from: bin / BINS,
      n: members.length,
      confidence: mean(members.map(({ confidence }) => confidence)),
      f1R: mean(members.map(({ f1R }) => f1R)),
    };
  }).filter(({ n }) => n);
  const error = bins.reduce((sum, { n, confidence, f1R }) => sum + n * Math.abs(confidence - f1R), 0);
  return { error: error / answers.length, n: answers.length, bins };
}

function binOf(confidence: number): number {
  return Math.min(BINS - 1, Math.floor(BINS * confidence));
}

function mean(values: readonly number[]): number {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}
