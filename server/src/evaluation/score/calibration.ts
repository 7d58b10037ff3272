import type { Report } from '../report';
import { mean } from './bootstrap';

const BINS = 10;

/** The expected calibration error (ECE) in ten bins. Undefined without answers. An answer with f1R 0.5 counts as half right. */
export function calibrationOf(
  answers: readonly { readonly confidence: number; readonly f1R: number }[],
): Report['calibration'] {
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
