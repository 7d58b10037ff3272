/** The files of a run, and its manifest. */
import * as z from 'zod/mini';
import type { ValueOf } from '../core/language/value-of';
import { runFacts } from './report';

export const RUN_FORMAT = 'funfusic-run';
export const RUN_VERSION = 1;

/**
 * The files of a run folder. `predictions.jsonl` grows as questions finish and is sorted as the dataset at the end. Records and
 * traces are one gzipped JSON file per question, named after its row.
 */
export const RUN_FILES = {
  manifest: 'run.json',
  predictions: 'predictions.jsonl',
  times: 'times.jsonl',
  /** The questions with gold, so that the run can be scored without the dataset. */
  questions: 'questions.jsonl',
  /** Questions with gold answers from the KB, as they finish. */
  gold: 'gold.jsonl',
  /** Token usage of each reply of a model, including unfinished questions. */
  spent: 'spent.jsonl',
  records: 'records',
  traces: 'traces',
  report: { json: 'report.json', markdown: 'report.md', html: 'report.html' },
} as const;

const text = z.string();

export const runManifest = z.object({
  format: z.literal(RUN_FORMAT),
  version: z.literal(RUN_VERSION),
  facts: runFacts,
  /** Hash of the dataset's bytes, in hex. A run is resumed only if it is equal. */
  sha256: text,
  /** Options and settings that affect the answers, without secrets. */
  options: z.record(text, z.unknown()),
  /** The command that resumes the run. */
  started: z.object({
    /** Arguments of `funfusic eval`, without `--out`. */
    arguments: z.array(text),
    /** The working directory. */
    folder: text,
    /** The file of the schema; absent for the bundled one. */
    schema: z.exactOptional(text),
  }),
  /** The version of this program. */
  program: text,
  /** ISO 8601. */
  began: text,
  /** Absent until all questions are finished. */
  ended: z.exactOptional(text),
});
export type RunManifest = ValueOf<typeof runManifest>;

/** The progress of a run. */
export interface EvalProgress {
  readonly done: number;
  readonly total: number;
  /** Mean of the finished questions. */
  readonly f1R?: number;
  readonly millisecondsLeft?: number;
  readonly money?: number;
  readonly moneyLeft?: number;
  readonly tokens: number;
}

/** A line of `--progress json` on standard error. Other lines are messages for the user. */
export type ProgressLine =
  | { readonly type: 'step'; readonly message: string; readonly share?: number }
  | { readonly type: 'progress'; readonly progress: EvalProgress };
