/**
 * The result of one question: a line of `predictions.jsonl`. Contains everything that scores need. Times are stored elsewhere, so
 * that a replay gives exactly the same lines.
 */
import * as z from 'zod/mini';
import type { ValueOf } from '../core/language/value-of';

const text = z.string();
const texts = z.array(text);
const count = z.number().check(z.nonnegative());
const maybe = z.exactOptional;

const predictedAttempt = z.object({
  query: text,
  sexpr: maybe(text),
  /** Absent if the query was not run. */
  answers: maybe(texts),
  findings: z.array(z.object({ code: text, rule: maybe(text), strength: z.enum(['strong', 'weak']) })),
  /** Whether all checks ran. If not, the absence of a finding is not informative. */
  checked: z.boolean(),
  chosen: z.boolean(),
});
export type PredictedAttempt = ValueOf<typeof predictedAttempt>;

export const prediction = z.object({
  id: text,
  question: text,
  kind: z.enum(['answer', 'unanswerable', 'failed']),
  level: maybe(z.enum(['schema', 'data'])),
  /** IDs and values. */
  answers: texts,
  names: texts,
  /** There are more answers than were read. */
  more: maybe(z.literal(true)),
  /** If facts are missing, the query that asks the question and has no answer. Null if no query asks it. */
  query: z.nullable(text),
  sexpr: maybe(text),
  strategy: text,
  fellBackFrom: maybe(text),
  confidence: z.number(),
  rounds: count,
  /** Number of queries to the KB. */
  queries: count,
  usage: z.object({
    calls: count,
    tokens: z.object({
      input: count,
      output: count,
      /** The model did not report its usage. */
      estimated: maybe(z.boolean()),
    }),
    /** In the currency of the prices; absent without prices. */
    money: maybe(z.number()),
  }),
  /** The limit that was reached. Where it cuts off depends on timing, so a replay may differ. */
  capped: maybe(z.enum(['queries', 'time'])),
  /** The replayed record is incomplete, so the result is unknown. */
  unrecorded: maybe(z.literal(true)),
  /** The question is an exemplar itself. The model was not shown that exemplar. */
  isExemplar: maybe(z.literal(true)),
  /** IDs of linked entities, the best first. */
  entities: texts,
  /** IDs from the retriever, the best first, whether the strategy used them or not. */
  retrieved: z.object({
    relations: texts,
    classes: texts,
    /** Steps `a.b.c` and `^a.b.c`, separated by spaces. */
    paths: texts,
  }),
  /** Every query that was tried, in order. */
  attempts: z.array(predictedAttempt),
  /** Sorted codes of the checks that reported a finding or queried the KB. Switching off any other check has no effect. */
  effects: maybe(texts),
  explanation: text,
  troubles: texts,
});
export type Prediction = ValueOf<typeof prediction>;

/** The predictions of a run by question ID. A saved run reads each from its file, because all of them may not fit into memory. */
export interface Predictions {
  readonly size: number;
  has(id: string): boolean;
  get(id: string): Prediction | undefined;
  keys(): Iterable<string>;
  values(): Iterable<Prediction>;
}

/** A line of `times.jsonl`. */
export const questionTimes = z.object({
  id: text,
  milliseconds: count,
  kbMilliseconds: count,
  modelMilliseconds: count,
});
export type QuestionTimes = ValueOf<typeof questionTimes>;
