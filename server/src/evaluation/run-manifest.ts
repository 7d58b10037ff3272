/** A run as its folder has it. */
import type { RunFacts } from './report';

export const RUN_FORMAT = 'funfusic-run';
export const RUN_VERSION = 1;

/**
 * The files of a run, all in one folder. `predictions.jsonl` grows as questions end, and is put into the order of the dataset at the
 * end; records and traces are one gzipped JSON a question, called by its row.
 */
export const RUN_FILES = {
  manifest: 'run.json',
  predictions: 'predictions.jsonl',
  times: 'times.jsonl',
  /** The questions as they were asked, with gold: what is scored, whatever becomes of the dataset's file. */
  questions: 'questions.jsonl',
  /** Questions with the answers that gold has on the KB, as they end. */
  gold: 'gold.jsonl',
  /** What each reply of a model took, also for questions that did not come to their end. */
  spent: 'spent.jsonl',
  records: 'records',
  traces: 'traces',
  report: { json: 'report.json', markdown: 'report.md', html: 'report.html' },
} as const;

export interface RunManifest {
  readonly format: typeof RUN_FORMAT;
  readonly version: typeof RUN_VERSION;
  readonly facts: RunFacts;
  /** Of the dataset's bytes, in hex: a run is only gone on with where it is the same. */
  readonly sha256: string;
  /** All that the answers depend on besides, as JSON: options and settings, without secrets. */
  readonly options: Readonly<Record<string, unknown>>;
  /** How to go on with it. */
  readonly started: {
    /** Of `funfusic eval`, besides `--out`. */
    readonly arguments: readonly string[];
    /** That it was called in. */
    readonly folder: string;
    /** The file of the schema, where it is not the bundled one. */
    readonly schema?: string;
  };
  /** Version of this program. */
  readonly program: string;
  /** ISO 8601. */
  readonly began: string;
  /** Absent while it is not at its end. */
  readonly ended?: string;
}

/** How far a run is. */
export interface EvalProgress {
  readonly done: number;
  readonly total: number;
  /** The mean of f1R so far, of those that can be scored. */
  readonly f1R?: number;
  readonly millisecondsLeft?: number;
  readonly money?: number;
  readonly moneyLeft?: number;
  readonly tokens: number;
}

/** A line of `--progress json`, on standard error. Lines that are no JSON are words for people. */
export type ProgressLine =
  | { readonly type: 'step'; readonly message: string; readonly share?: number }
  | { readonly type: 'progress'; readonly progress: EvalProgress };
