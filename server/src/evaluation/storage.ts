/** The port for saved runs. The adapter writes folders. */
import type { AskTrace } from '../core/ask/ask-events';
import type { TokenUsage } from '../core/model/language-model';
import type { EvaluatedQuestion } from './answer-question';
import type { EvalQuestion } from './eval-question';
import type { RunManifest } from './run-manifest';
import type { Predictions, QuestionTimes } from './prediction';
import type { QuestionRecord } from './question-record';
import type { RunTexts } from './read-run';

/** A sentence that says what is wrong and what to do. */
export interface RunProblem {
  readonly problem: string;
  /** Arguments of `funfusic eval` that resume the existing run in this folder. */
  readonly startedWith?: readonly string[];
}

/** A file of a run cannot be written. Finished questions stay saved. */
export class RunStorageError extends Error {}

export interface RunStorage {
  /** Opens a run for writing. Resumes an existing run unless `check` returns a problem. */
  open(
    path: string,
    start: { readonly manifest: RunManifest; readonly questions: readonly EvalQuestion[] },
    check: (saved: RunManifest) => RunProblem | undefined,
  ): Promise<OpenRun | RunProblem>;
  /** Opens a run to replay its records. */
  openSaved(path: string): Promise<SavedRun | RunProblem>;
  readTexts(folder: string): Promise<RunTexts | RunProblem>;
  /** The text of `report.json`, given by its own path or by its folder. */
  readReport(path: string): Promise<{ readonly text: string } | RunProblem>;
  /** Creates the folder if needed. Each file is written as a whole or not at all. */
  writeFiles(folder: string, files: readonly LargeTextFile[]): Promise<void>;
}

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** A text in parts may be too large for one string. */
export interface LargeTextFile {
  readonly name: string;
  readonly text: string | Iterable<string>;
}

/** A run that is being written. Maps are by question ID. */
export interface OpenRun {
  readonly manifest: RunManifest;
  readonly questions: readonly EvalQuestion[];
  readonly predictions: Predictions;
  readonly times: ReadonlyMap<string, QuestionTimes>;
  /** The questions, with gold answers from the KB if known. */
  readonly answeredQuestions: readonly EvalQuestion[];
  /** Usage of the model since the run began, including unfinished questions. */
  readonly spent: Spending;
  /** Saves a finished question. */
  save(evaluated: EvaluatedQuestion): Promise<void>;
  spend(tokens: TokenUsage): Promise<void>;
  /** Sorts all lines in the order of the dataset. `ended` marks the run as complete. */
  sort(ended: string | undefined): Promise<void>;
  write(file: LargeTextFile): Promise<void>;
  close(): Promise<void>;
}

export interface Spending {
  readonly calls: number;
  readonly tokens: TokenUsage;
}

export interface SavedRun {
  readonly path: string;
  readonly manifest: RunManifest;
  readonly questions: readonly EvalQuestion[];
  recordOf(id: string): Promise<QuestionRecord | RunProblem>;
  /** Undefined if the trace is missing or damaged. */
  traceOf(id: string): Promise<AskTrace | undefined>;
}
