/** The files of a run, and its manifest. */
import type { RunFacts } from './report';

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

export interface RunManifest {
  readonly format: typeof RUN_FORMAT;
  readonly version: typeof RUN_VERSION;
  readonly facts: RunFacts;
  /** Hash of the dataset's bytes, in hex. A run is resumed only if it is equal. */
  readonly sha256: string;
  /** Options and settings that affect the answers, without secrets. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The command that resumes the run. */
  readonly started: {
    /** Arguments of `funfusic eval`, without `--out`. */
    readonly arguments: readonly string[];
    /** The working directory. */
    readonly folder: string;
    /** The file of the schema; absent for the bundled one. */
    readonly schema?: string;
  };
  /** The version of this program. */
  readonly program: string;
  /** ISO 8601. */
  readonly began: string;
  /** Absent until all questions are finished. */
  readonly ended?: string;
}

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
