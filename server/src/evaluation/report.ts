/** The scores of a run, as saved in `report.json`. The names of scores are stable. */
import type { DatasetShape } from './eval-question';
import type { Oracle, Switch } from './switches';

export const REPORT_FORMAT = 'funfusic-report';
export const REPORT_VERSION = 1;

/** All scores are between 0 and 1. */
export const SCORES = [
  /** F1 against the answers on the KB. If gold has none, 1 for an empty answer. */
  'f1R',
  /** Lenient F1: precision and recall each against the KB's or the ideal answers, whichever is better. */
  'f1L',
  /** Precision against the best parse; 1 without an answer, as in WebQSP's script. */
  'precision',
  /** 1 if there is no gold answer. */
  'recall',
  /** The logical form equals that of gold as a graph, or the question was correctly called inexpressible. */
  'emGraph',
  /** FUn-FuSIC's published metric: the text of the query contains gold's entities and relations. */
  'emSubstring',
  /** The first answer is a gold answer. */
  'hits1',
  /** The answers are exactly the gold answers. */
  'exactAnswers',
  /** Whether answerability was predicted correctly. */
  'answerability',
] as const;
export type ScoreName = (typeof SCORES)[number];

export const SCORE_TITLES: Readonly<Record<ScoreName, string>> = {
  f1R: 'F1(R)',
  f1L: 'F1(L)',
  precision: 'Precision',
  recall: 'Recall',
  emGraph: 'EM (graph)',
  emSubstring: 'EM (substring)',
  hits1: 'Hits@1',
  exactAnswers: 'Exact answers',
  answerability: 'Answerability',
};

/** The mean of `n` questions with a 95 % interval. */
export interface Score {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

export type Scores = Readonly<Partial<Record<ScoreName, Score>>>;

export interface Report {
  readonly format: typeof REPORT_FORMAT;
  readonly version: typeof REPORT_VERSION;
  readonly run: RunFacts;
  readonly scores: Scores;
  readonly groups: readonly Grouping[];
  readonly confusion: ConfusionMatrix;
  readonly retrieval: readonly RecallCurve[];
  readonly verifiers: readonly VerifierScore[];
  /** The score if each question had ended after this many attempts. */
  readonly rounds: readonly { readonly round: number; readonly f1R: Score }[];
  /** For answers with at least this confidence: their share of all questions, and 1 minus their f1R. */
  readonly risk: readonly { readonly confidence: number; readonly coverage: number; readonly risk: number }[];
  /** How far the confidence of the answers is from their f1R. Absent without judged answers, and in older reports. */
  readonly calibration?: Calibration | undefined;
  readonly cost: RunCost;
  /** In the order of the dataset. */
  readonly questions: readonly ScoredQuestion[];
}

/** The facts about a run that a report shows. */
export interface RunFacts {
  readonly dataset: {
    readonly name: string;
    readonly shape: DatasetShape;
    readonly questions: number;
    readonly bad: number;
  };
  readonly kb: string;
  readonly strategy: string;
  readonly model?: string;
  /** The source of gold answers: the dataset, or gold queries run on the KB. */
  readonly gold: 'dataset' | 'kb';
  readonly off: readonly Switch[];
  readonly oracle: readonly Oracle[];
  readonly threshold: number;
  readonly seed: number;
}

export const GROUPINGS = ['answerability', 'level', 'function', 'hops', 'strategy'] as const;

export interface Grouping {
  readonly by: (typeof GROUPINGS)[number];
  readonly groups: readonly { readonly name: string; readonly n: number; readonly scores: Scores }[];
}

export interface ConfusionMatrix {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly counts: readonly (readonly number[])[];
}

export interface Calibration {
  /** Expected calibration error: the mean distance of confidence and f1R over the bins, weighted by their answers. */
  readonly error: number;
  /** The number of answers. */
  readonly n: number;
  /** Ten bins of equal width, without the empty ones. */
  readonly bins: readonly {
    /** The lower end. */
    readonly from: number;
    readonly n: number;
    readonly confidence: number;
    readonly f1R: number;
  }[];
}

/** How often all gold items are among the first k. */
export interface RecallCurve {
  readonly what: 'entities' | 'relations' | 'classes' | 'paths';
  readonly n: number;
  readonly at: readonly { readonly k: number; readonly all: number; readonly share: number }[];
}

/** A check as a classifier of wrong queries, over every tried query that can be judged. */
export interface VerifierScore {
  readonly code: string;
  readonly fired: number;
  /** Number of fired queries that were wrong. */
  readonly hits: number;
  /** Number of all wrong queries. */
  readonly wrong: number;
  readonly judged: number;
  /** Absent if it never fired or nothing was wrong. */
  readonly precision?: number;
  readonly recall?: number;
}

export interface RunCost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly money?: number;
  readonly queries: number;
  /** Not reproducible. */
  readonly milliseconds?: {
    readonly median: number;
    readonly p95: number;
    readonly total: number;
    readonly kb: number;
    readonly model: number;
  };
}

export const VERDICTS = [
  'right',
  'partly',
  'wrong',
  /** Correctly called unanswerable. */
  'abstained',
  /** Answerable, but called unanswerable. */
  'refused',
  /** Unanswerable, but answered. */
  'invented',
  'failed',
  /** The gold answer is unknown. */
  'unjudged',
  /** Not asked yet. */
  'missing',
] as const;
export type AnswerVerdict = (typeof VERDICTS)[number];

export interface ScoredQuestion {
  readonly id: string;
  readonly question: string;
  readonly verdict: AnswerVerdict;
  readonly scores: Readonly<Partial<Record<ScoreName, number>>>;
  readonly groups: Readonly<Partial<Record<(typeof GROUPINGS)[number], string>>>;
  readonly gold: readonly string[];
  readonly answers: readonly string[];
  readonly names: readonly string[];
  readonly confidence: number;
  /** A column of the confusion table. Absent if it was not asked. */
  readonly said?: PredictedOutcome;
  /** Gold has no answer but is not marked unanswerable, so an empty answer counts as right. */
  readonly presumed?: true;
  /** The replayed record is incomplete, so the result is unknown. */
  readonly unrecorded?: true;
  /** The question is an exemplar itself. The model was not shown that exemplar. */
  readonly isExemplar?: true;
  readonly cost?: { readonly tokens: number; readonly queries: number; readonly money?: number };
}

/** `unanswerable` means unanswerable for an unknown reason. */
export const PREDICTED_OUTCOMES = ['answer', 'schema', 'data', 'unanswerable', 'failed'] as const;
export type PredictedOutcome = (typeof PREDICTED_OUTCOMES)[number];
