/** Evaluations. An evaluation answers and scores the questions of a dataset, and is saved in a folder. */
import type { StrategyName } from './ask';
import type { ModelInfo } from './models';
import type { Problem } from './status';

/** The titles of the scores. */
export const SCORE_TITLES = {
  f1R: 'F1(R)',
  f1L: 'F1(L)',
  precision: 'Precision',
  recall: 'Recall',
  emGraph: 'EM (graph)',
  emSubstring: 'EM (substring)',
  hits1: 'Hits@1',
  exactAnswers: 'Exact answers',
  answerability: 'Answerability',
} as const;
export type ScoreName = keyof typeof SCORE_TITLES;
export const SCORES = Object.keys(SCORE_TITLES) as readonly ScoreName[];

/** The mean of `n` questions, with a 95 % confidence interval. */
export interface Score {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

export type Scores = Readonly<Partial<Record<ScoreName, Score>>>;

export const VERDICTS = [
  'right',
  'partly',
  'wrong',
  /** Correctly reported as unanswerable. */
  'abstained',
  /** Answerable, but reported as unanswerable. */
  'refused',
  /** Unanswerable, but answered. */
  'invented',
  'failed',
  /** The right answer is unknown. */
  'unjudged',
  /** Not asked yet. */
  'missing',
] as const;
export type AnswerVerdict = (typeof VERDICTS)[number];

export interface EvaluationList {
  /** The path of the folder with all evaluations (`funfusic.evaluation.folder`); absent if no folder is open. */
  readonly folder?: string;
  /** The latest first. */
  readonly evaluations: readonly EvaluationInfo[];
  /** One sentence for each evaluation that cannot be read. */
  readonly problems: readonly string[];
}

export interface EvaluationInfo {
  /** The path of its folder. */
  readonly folder: string;
  readonly name: string;
  /** A running evaluation may have been started outside the editor. */
  readonly state: 'running' | 'stopped' | 'finished';
  readonly facts: RunFacts;
  /** ISO 8601. */
  readonly began: string;
  readonly ended?: string;
  readonly done: number;
  readonly total: number;
  /** The score of the questions that have been answered so far. */
  readonly f1R?: Score;
}

/** The dataset, KB and options of an evaluation. */
export interface RunFacts {
  readonly dataset: {
    readonly name: string;
    readonly shape: string;
    readonly questions: number;
    readonly bad: number;
  };
  readonly kb: string;
  readonly strategy: string;
  readonly model?: string;
  /** Where the gold answers come from: the dataset, or its queries when run on the KB. */
  readonly gold: 'dataset' | 'kb';
  readonly off: readonly string[];
  readonly oracle: readonly string[];
  readonly threshold: number;
  readonly seed: number;
}

export interface DatasetsParams {
  /** Paths. */
  readonly files: readonly string[];
}

export interface DatasetsResult {
  /** The files that a dataset reader recognizes, with their format. */
  readonly datasets: readonly { readonly file: string; readonly shape: string }[];
}

export interface EvaluationParams {
  readonly folder: string;
}

export type EvaluationResult = Evaluation | Problem;

export interface Evaluation {
  readonly info: EvaluationInfo;
  readonly scores: Scores;
  readonly groups: readonly Grouping[];
  /** In the order of the dataset. */
  readonly questions: readonly EvaluationQuestion[];
  /** Files that cannot be read. */
  readonly problems: readonly string[];
}

export interface Grouping {
  readonly by: 'answerability' | 'level' | 'function' | 'hops' | 'strategy';
  readonly groups: readonly { readonly name: string; readonly n: number; readonly scores: Scores }[];
}

export interface EvaluationQuestion {
  readonly id: string;
  readonly question: string;
  readonly verdict: AnswerVerdict;
  readonly f1R?: number;
  readonly confidence: number;
  /** Names of entities; IDs and values if there are no names. */
  readonly answers: readonly string[];
  /** The first of them. */
  readonly gold: readonly string[];
  readonly goldCount: number;
}

export interface EvaluationQuestionParams extends EvaluationParams {
  readonly id: string;
}

export type ExemplarResult =
  | {
      readonly question: string;
      readonly query: string;
      /** The gold query of the dataset, or the query of a right answer. */
      readonly from: 'gold' | 'answer';
    }
  | Problem;

export interface CompareEvaluationsParams {
  readonly left: string;
  readonly right: string;
}

/** An HTML page that contains its scripts and styles. */
export type PageResult =
  | {
      readonly html: string;
      /** The path of the page; absent if it is not saved. */
      readonly file?: string;
    }
  | Problem;

/** Starts an evaluation, or resumes the one in a folder. */
export type EvaluateParams = (EvaluateDataset | { readonly resume: string }) & {
  /** The key of `RUN_PROGRESS_NOTIFICATION`s and `EVALUATE_EVENT_NOTIFICATION`s about this request. */
  readonly progress?: string;
};

export interface EvaluateDataset {
  /** The path of the dataset. */
  readonly dataset: string;
  readonly strategy: StrategyName | 'auto';
  /** The size of a random but reproducible sample; all questions by default. */
  readonly sample?: number;
  /** Use no model, even if the settings select one. */
  readonly withoutModel?: boolean;
}

export type EvaluateTargetResult =
  | {
      readonly kb: string;
      readonly strategy: string;
      /** Absent if no model is used. */
      readonly model?: ModelInfo;
    }
  | Problem;

export type EvaluateReply =
  | { readonly folder: string; readonly state: 'finished' | 'stopped' }
  | {
      readonly problem: string;
      /** The folder with the questions that were answered. */
      readonly folder?: string;
    };

export interface EvaluateEventParams {
  readonly progress: string;
  readonly event: EvaluateEvent;
}

export type EvaluateEvent =
  | { readonly type: 'began'; readonly folder: string }
  | { readonly type: 'progress'; readonly progress: EvalProgress };

export interface EvalProgress {
  readonly done: number;
  readonly total: number;
  /** The mean of the questions that have been scored so far. */
  readonly f1R?: number;
  readonly millisecondsLeft?: number;
  readonly money?: number;
  readonly moneyLeft?: number;
  readonly tokens: number;
}
