/** Writes the run folder of an evaluation, as `funfusic eval` does. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { EvalQuestion } from '../../server/src/evaluation/eval-question';
import { RUN_FILES, type RunManifest } from '../../server/src/evaluation/run-manifest';
import type { Prediction } from '../../server/src/evaluation/prediction';
import { createReport } from '../../server/src/evaluation/score/create-report';
import { freebase } from './check';
import { runManifest } from './eval';

export interface RunFixture {
  readonly manifest?: Partial<RunManifest>;
  readonly questions: readonly EvalQuestion[];
  readonly predictions: readonly Prediction[];
  /** Traces by row. */
  readonly traces?: Readonly<Record<number, unknown>>;
}

export function writeRun(
  folder: string,
  { manifest, questions, predictions, traces = {} }: RunFixture,
): void {
  mkdirSync(join(folder, RUN_FILES.traces), { recursive: true });
  const completeManifest = { ...runManifest(folder), ...manifest };
  writeFileSync(join(folder, RUN_FILES.manifest), JSON.stringify(completeManifest));
  writeFileSync(join(folder, RUN_FILES.questions), linesOf(questions));
  writeFileSync(join(folder, RUN_FILES.predictions), linesOf(predictions));
  for (const [row, trace] of Object.entries(traces))
    writeFileSync(join(folder, RUN_FILES.traces, `${row}.json.gz`), gzipSync(JSON.stringify(trace)));
  if (completeManifest.ended === undefined) return;
  const byId = new Map(predictions.map((one) => [one.id, one]));
  const report = createReport(questions, byId, [], completeManifest.facts, freebase());
  writeFileSync(join(folder, RUN_FILES.report.json), JSON.stringify(report));
}

export function addPrediction(folder: string, prediction: Prediction): void {
  appendFileSync(join(folder, RUN_FILES.predictions), linesOf([prediction]));
}

const linesOf = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
