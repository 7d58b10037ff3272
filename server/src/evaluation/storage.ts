/** Where runs are saved. The adapter writes folders. */
import type { AskTrace } from '../core/ask/ask-events';
import type { TokenUsage } from '../core/model/language-model';
import type { Evaluated } from './answer-question';
import type { EvalQuestion } from './eval-question';
import type { RunManifest } from './run-manifest';
import type { Prediction, Times } from './prediction';
import type { QuestionRecord } from './question-record';
import type { RunTexts } from './read-run';

/** A sentence: what is wrong, and what to do. */
export interface RunProblem {
  readonly problem: string;
  /** The arguments of `funfusic eval` that resume the run in this folder, if another run was wanted. */
  readonly startedWith?: readonly string[];
}

/** A file of a run cannot be written. The message says what to do; finished questions stay saved. */
export class RunStorageError extends Error {}

export interface RunStorage {
  /** Opens a run for writing. If one is saved there already, it is resumed unless `check` refuses. */
  open(
    path: string,
    start: { readonly manifest: RunManifest; readonly questions: readonly EvalQuestion[] },
    check: (saved: RunManifest) => RunProblem | undefined,
  ): Promise<OpenRun | RunProblem>;
  /** A run whose records can be replayed. */
  openSaved(path: string): Promise<SavedRun | RunProblem>;
  readTexts(folder: string): Promise<RunTexts | RunProblem>;
  /** The text of `report.json`, given by its own path or by its folder. */
  readReport(path: string): Promise<{ readonly text: string } | RunProblem>;
  /** Creates the folder if needed. Each file is written as a whole or not at all. */
  writeFiles(folder: string, files: readonly TextFile[]): Promise<void>;
}

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** A run that is being written. Maps are by question id. */
export interface OpenRun {
  readonly manifest: RunManifest;
  readonly questions: readonly EvalQuestion[];
  readonly predictions: ReadonlyMap<string, Prediction>;
  readonly times: ReadonlyMap<string, Times>;
  /** The questions, with the answers that gold has on the KB as far as they are known. */
  readonly answeredQuestions: readonly EvalQuestion[];
  /** What a model has used since the run began, unfinished questions included. */
  readonly spent: Spending;
  /** After this the question is finished. */
  save(evaluated: Evaluated): Promise<void>;
  spend(tokens: TokenUsage): Promise<void>;
  /** Puts all lines into the order of the dataset. `ended` marks the run as complete. */
  sort(ended: string | undefined): Promise<void>;
  write(file: TextFile): Promise<void>;
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
  /** How a question was answered; undefined if the trace is missing or damaged. */
  traceOf(id: string): Promise<AskTrace | undefined>;
}
