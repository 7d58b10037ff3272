/** The scores of a run, as saved in `report.json`. The names of scores are stable. */
import * as z from 'zod/mini';
import type { ValueOf } from '../core/language/value-of';
import { DATASET_SHAPES } from './eval-question';

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

const text = z.string();
const texts = z.array(text);
const number = z.number();
const count = number.check(z.nonnegative());
const maybe = z.exactOptional;
const flag = maybe(z.literal(true));

/** The facts about a run that a report shows. */
export const runFacts = z.object({
  dataset: z.object({
    name: text,
    /** The format of a dataset file. GraphQAbility uses that of GrailQAbility. */
    shape: z.enum(DATASET_SHAPES),
    questions: count,
    bad: count,
  }),
  kb: text,
  strategy: text,
  model: maybe(text),
  /** The source of gold answers: the dataset, or gold queries run on the KB. */
  gold: z.enum(['dataset', 'kb']),
  /** Parts that were switched off, and codes of checks such as `grounding`. */
  off: texts,
  oracle: texts,
  threshold: number,
  seed: number,
});
export type RunFacts = ValueOf<typeof runFacts>;

export const GROUPINGS = ['answerability', 'level', 'function', 'hops', 'strategy'] as const;
const groupName = z.enum(GROUPINGS);

/** The mean of `n` questions with a 95 % interval. */
export const score = z.object({ value: number, low: number, high: number, n: count });
export type Score = ValueOf<typeof score>;
const scoreName = z.enum(SCORES);
const scores = z.partialRecord(scoreName, score);
export type Scores = ValueOf<typeof scores>;

const grouping = z.object({
  by: groupName,
  groups: z.array(z.object({ name: text, n: count, scores })),
});
export type Grouping = ValueOf<typeof grouping>;

const confusionMatrix = z.object({ rows: texts, columns: texts, counts: z.array(z.array(count)) });
export type ConfusionMatrix = ValueOf<typeof confusionMatrix>;

const calibration = z.object({
  /** Expected calibration error: the mean distance of confidence and f1R over the bins, weighted by their answers. */
  error: number,
  /** The number of answers. */
  n: count,
  /** Ten bins of equal width, without the empty ones. */
  bins: z.array(
    z.object({
      /** The lower end. */
      from: number,
      n: count,
      confidence: number,
      f1R: number,
    }),
  ),
});

/** How often all gold items are among the first k. */
const recallCurve = z.object({
  what: z.enum(['entities', 'relations', 'classes', 'paths']),
  n: count,
  at: z.array(z.object({ k: count, all: number, share: number })),
});
export type RecallCurve = ValueOf<typeof recallCurve>;

/** A check as a classifier of wrong queries, over every tried query that can be judged. */
const verifierScore = z.object({
  code: text,
  fired: count,
  /** Number of fired queries that were wrong. */
  hits: count,
  /** Number of all wrong queries. */
  wrong: count,
  judged: count,
  /** Absent if it never fired or nothing was wrong. */
  precision: maybe(number),
  recall: maybe(number),
});
export type VerifierScore = ValueOf<typeof verifierScore>;

const runCost = z.object({
  calls: count,
  inputTokens: count,
  outputTokens: count,
  money: maybe(number),
  queries: count,
  /** Not reproducible. */
  milliseconds: maybe(z.object({ median: count, p95: count, total: count, kb: count, model: count })),
});
export type RunCost = ValueOf<typeof runCost>;

/** `unanswerable` means unanswerable for an unknown reason. */
export const PREDICTED_OUTCOMES = ['answer', 'schema', 'data', 'unanswerable', 'failed'] as const;
export type PredictedOutcome = (typeof PREDICTED_OUTCOMES)[number];

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

export const scoredQuestion = z.object({
  id: text,
  question: text,
  verdict: z.enum(VERDICTS),
  scores: z.partialRecord(scoreName, number),
  groups: z.partialRecord(groupName, text),
  gold: texts,
  answers: texts,
  names: texts,
  confidence: number,
  /** A column of the confusion table. Absent if it was not asked. */
  said: maybe(z.enum(PREDICTED_OUTCOMES)),
  /** Gold has no answer but is not marked unanswerable, so an empty answer counts as right. */
  presumed: flag,
  /** The replayed record is incomplete, so the result is unknown. */
  unrecorded: flag,
  /** The question is an exemplar itself. The model was not shown that exemplar. */
  isExemplar: flag,
  cost: maybe(z.object({ tokens: count, queries: count, money: maybe(number) })),
});
export type ScoredQuestion = ValueOf<typeof scoredQuestion>;

export const report = z.object({
  format: z.literal(REPORT_FORMAT),
  version: z.literal(REPORT_VERSION),
  run: runFacts,
  scores,
  groups: z.array(grouping),
  confusion: confusionMatrix,
  retrieval: z.array(recallCurve),
  verifiers: z.array(verifierScore),
  /** The score if each question had ended after this many attempts. */
  rounds: z.array(z.object({ round: count, f1R: score })),
  /** For answers with at least this confidence: their share of all questions, and 1 minus their f1R. */
  risk: z.array(z.object({ confidence: number, coverage: number, risk: number })),
  /** How far the confidence of the answers is from their f1R. Absent without judged answers, and in older reports. */
  calibration: z.optional(calibration),
  cost: runCost,
  /** In the order of the dataset. */
  questions: z.array(scoredQuestion),
});
export type Report = ValueOf<typeof report>;
