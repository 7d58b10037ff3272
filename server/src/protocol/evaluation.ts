/** The messages of evaluations: the questions of a dataset, asked one after another and kept as a folder with its scores. */
import type { StrategyName } from '../core/ask/strategy';
import type { EvalProgress } from '../evaluation/run-manifest';
import type { RunSummary, RunView, ViewedQuestion } from '../evaluation/run-view';
import type { AskReply } from './ask';
import type { ModelInfo } from './models';

export type { EvalProgress } from '../evaluation/run-manifest';
export { SCORE_TITLES, SCORES, VERDICTS } from '../evaluation/report';
export type { Grouping, RunFacts, Score, ScoreName, Scores, Verdict } from '../evaluation/report';

/** Asks which evaluations there are; answered with an `EvaluationList`. */
export const EVALUATIONS_REQUEST = 'funfusic/evaluations';

export interface EvaluationList {
  /** The path that they are looked for in, by `funfusic.evaluation.folder`; absent where no folder is open. */
  readonly folder?: string;
  /** The latest first. */
  readonly evaluations: readonly EvaluationInfo[];
  /** Those that cannot be read, a sentence each. */
  readonly problems: readonly string[];
}

/** A line of the list. */
export type EvaluationInfo = RunSummary;

/** Asks for the scores and questions of one; answered with an `EvaluationResult`. */
export const EVALUATION_REQUEST = 'funfusic/evaluation';

export interface EvaluationParams {
  readonly folder: string;
}

export type EvaluationResult = Evaluation | { readonly problem: string };

export type Evaluation = RunView;
export type EvaluationQuestion = ViewedQuestion;

/** Asks how a question was answered; answered with an `AskReply`. Params are `EvaluationQuestionParams`. */
export const EVALUATION_TRACE_REQUEST = 'funfusic/evaluationTrace';

/** Asks for a question with its right query; answered with an `ExemplarResult`. Params are `EvaluationQuestionParams`. */
export const EVALUATION_EXEMPLAR_REQUEST = 'funfusic/evaluationExemplar';

export interface EvaluationQuestionParams extends EvaluationParams {
  readonly id: string;
}

export type ExemplarResult =
  | {
      readonly question: string;
      readonly query: string;
      /** Whose it is: the dataset's, or the one that gave the right answer. */
      readonly from: 'gold' | 'answer';
    }
  | { readonly problem: string };

/** Asks for the report of an evaluation as a page; answered with a `PageResult`. Params are `EvaluationParams`. */
export const EVALUATION_REPORT_REQUEST = 'funfusic/evaluationReport';

/** Asks for two evaluations compared, as a page; answered with a `PageResult`. */
export const COMPARE_EVALUATIONS_REQUEST = 'funfusic/compareEvaluations';

export interface CompareEvaluationsParams {
  readonly left: string;
  readonly right: string;
}

/** A page in one piece: its scripts and styles are in it. */
export type PageResult =
  | {
      readonly html: string;
      /** Where it is on disk; absent where it is not saved. */
      readonly file?: string;
    }
  | { readonly problem: string };

/** Asks the questions of a dataset; answered with an `EvaluateReply` at the end. Cancelling the request stops it, to be gone on with. */
export const EVALUATE_REQUEST = 'funfusic/evaluate';

/** What an `EVALUATE_REQUEST` with the same params would do; answered with an `EvaluateTargetResult`. */
export const EVALUATE_TARGET_REQUEST = 'funfusic/evaluateTarget';

export type EvaluateParams = (EvaluateDataset | { readonly goOn: string }) & {
  /** As for a run: tells how a KB is made ready, and with it `EVALUATE_EVENT_NOTIFICATION`s tell how far it is. */
  readonly progress?: string;
};

export interface EvaluateDataset {
  /** The path of its file. */
  readonly dataset: string;
  readonly strategy: StrategyName | 'auto';
  /** So many of its questions, drawn by chance but always the same; all of them where it is not given. */
  readonly sample?: number;
  /** No model is asked, whatever the settings say. */
  readonly withoutModel?: boolean;
}

export type EvaluateTargetResult =
  | {
      readonly kb: string;
      readonly strategy: string;
      /** Absent where none is asked. */
      readonly model?: ModelInfo;
    }
  | { readonly problem: string };

export type EvaluateReply =
  | { readonly folder: string; readonly state: 'finished' | 'stopped' }
  | {
      readonly problem: string;
      /** Where what was done is kept. */
      readonly folder?: string;
    };

export const EVALUATE_EVENT_NOTIFICATION = 'funfusic/evaluateEvent';

export type EvaluateEvent =
  | { readonly type: 'began'; readonly folder: string }
  | { readonly type: 'progress'; readonly progress: EvalProgress };

/** The requests of evaluations by their methods: what each is asked with, and what it is answered with. */
export interface EvaluationMessages {
  readonly [EVALUATIONS_REQUEST]: (params: object) => EvaluationList;
  readonly [EVALUATION_REQUEST]: (params: EvaluationParams) => EvaluationResult;
  readonly [EVALUATION_TRACE_REQUEST]: (params: EvaluationQuestionParams) => AskReply;
  readonly [EVALUATION_EXEMPLAR_REQUEST]: (params: EvaluationQuestionParams) => ExemplarResult;
  readonly [EVALUATION_REPORT_REQUEST]: (params: EvaluationParams) => PageResult;
  readonly [COMPARE_EVALUATIONS_REQUEST]: (params: CompareEvaluationsParams) => PageResult;
  readonly [EVALUATE_TARGET_REQUEST]: (params: EvaluateParams) => EvaluateTargetResult;
  readonly [EVALUATE_REQUEST]: (params: EvaluateParams) => EvaluateReply;
}
