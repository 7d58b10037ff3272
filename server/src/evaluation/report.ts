/** What a run was worth: `report.json`. Names of scores are stable: whoever reads them by name may rely on it. */
import type { Shape } from './eval-question';
import type { Oracle, Switch } from './switches';

export const REPORT_FORMAT = 'funfusic-report';
export const REPORT_VERSION = 1;

/** Between 0 and 1, but for those of cost. */
export const SCORES = [
  /** Against the answers on the KB that was asked; where there are none, 1 for saying so. */
  'f1R',
  /** Precision and recall each the better of those against the KB's answers and against the ideal ones. */
  'f1L',
  /** Of the reading that is met best: 1 where nothing was said, as in WebQSP's script. */
  'precision',
  /** 1 where there was nothing to be found. */
  'recall',
  /** The logical form is gold's, as a graph; of what the schema cannot say, that it was said so. */
  'emGraph',
  /** As FUn-FuSIC published it: gold's entities and relations stand in the text of the query, whatever it says of them. */
  'emSubstring',
  /** The first answer is among gold's. */
  'hits1',
  /** The answers are gold's, no more and no less. */
  'exactAnswers',
  /** Whether it was rightly said to be answerable or not. */
  'answerability',
] as const;
export type ScoreName = (typeof SCORES)[number];

/** As a reader knows them. */
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

/** The mean of `n` questions, and an interval of 95 in 100. */
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
  readonly confusion: Confusion;
  readonly retrieval: readonly RecallCurve[];
  readonly verifiers: readonly VerifierScore[];
  /** What the answer would have been worth, had it ended after so many attempts. */
  readonly rounds: readonly { readonly round: number; readonly f1R: Score }[];
  /** Of the answers with at least this confidence: their share of all questions, and what they lack of an f1R of 1. */
  readonly risk: readonly { readonly confidence: number; readonly coverage: number; readonly risk: number }[];
  readonly cost: Cost;
  /** In the order of the dataset. */
  readonly questions: readonly ScoredQuestion[];
}

/** What was run. */
export interface RunFacts {
  readonly dataset: {
    readonly name: string;
    readonly shape: Shape;
    readonly questions: number;
    readonly bad: number;
  };
  readonly kb: string;
  readonly strategy: string;
  readonly model?: string;
  /** Where gold's answers are from: the dataset, or gold's queries run on the KB. */
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

/** Rows are gold's, columns what was said. */
export interface Confusion {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly counts: readonly (readonly number[])[];
}

/** How often all of gold's are among the first k. */
export interface RecallCurve {
  readonly what: 'entities' | 'relations' | 'classes' | 'paths';
  readonly n: number;
  readonly at: readonly { readonly k: number; readonly all: number; readonly share: number }[];
}

/** A check as a test for wrong queries, over every query that was looked at and whose answer can be judged. */
export interface VerifierScore {
  readonly code: string;
  readonly fired: number;
  /** Of those, how many were wrong. */
  readonly hits: number;
  /** All that were wrong. */
  readonly wrong: number;
  readonly judged: number;
  /** Absent where it never fired, or nothing was wrong. */
  readonly precision?: number;
  readonly recall?: number;
}

export interface Cost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly money?: number;
  readonly queries: number;
  /** Measured, so never the same twice. */
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
  /** Rightly called unanswerable. */
  'abstained',
  /** Answerable, but called unanswerable. */
  'refused',
  /** Unanswerable, but answered. */
  'invented',
  'failed',
  /** Nothing is known of the answer. */
  'unjudged',
  /** Not asked yet. */
  'missing',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface ScoredQuestion {
  readonly id: string;
  readonly question: string;
  readonly verdict: Verdict;
  readonly scores: Readonly<Partial<Record<ScoreName, number>>>;
  readonly groups: Readonly<Partial<Record<(typeof GROUPINGS)[number], string>>>;
  readonly gold: readonly string[];
  readonly answers: readonly string[];
  readonly names: readonly string[];
  readonly confidence: number;
  /** What was said: a column of the confusion table. Absent where it was not asked. */
  readonly said?: Said;
  /** Gold has no answer, and nothing says that there is none: saying nothing counts as right. */
  readonly presumed?: true;
  /** It was replayed, and the record lacks something of it: nothing is known. */
  readonly unrecorded?: true;
  readonly cost?: { readonly tokens: number; readonly queries: number; readonly money?: number };
}

/** `unanswerable` where it is not told for which reason. */
export const SAID = ['answer', 'schema', 'data', 'unanswerable', 'failed'] as const;
export type Said = (typeof SAID)[number];
