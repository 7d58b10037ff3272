/** Zod schemas that validate the files of a run, which may be damaged or foreign. */
import * as z from 'zod/mini';
import { DATASET_SHAPES } from './eval-question';
import { RUN_FORMAT, RUN_VERSION } from './run-manifest';
import { GROUPINGS, REPORT_FORMAT, REPORT_VERSION, PREDICTED_OUTCOMES, SCORES, VERDICTS } from './report';

const texts = z.array(z.string());
const count = z.number().check(z.nonnegative());

export const questionShape = z.object({
  id: z.string(),
  row: z.number(),
  question: z.string(),
  gold: z.object({
    parses: z.array(
      z.object({
        sparql: z.optional(z.string()),
        sexpr: z.optional(z.string()),
        answers: z.optional(texts),
      }),
    ),
    ideal: z.optional(texts),
    answerability: z.optional(z.enum(['answerable', 'schema', 'data', 'unanswerable'])),
    level: z.optional(z.string()),
    function: z.optional(z.string()),
    hops: z.optional(z.number()),
    entities: z.optional(texts),
    missing: z.optional(texts),
  }),
});

export const predictionShape = z.object({
  id: z.string(),
  question: z.string(),
  kind: z.enum(['answer', 'unanswerable', 'failed']),
  level: z.optional(z.enum(['schema', 'data'])),
  answers: texts,
  names: texts,
  more: z.optional(z.literal(true)),
  query: z.nullable(z.string()),
  sexpr: z.optional(z.string()),
  strategy: z.string(),
  fellBackFrom: z.optional(z.string()),
  confidence: z.number(),
  rounds: count,
  queries: count,
  usage: z.object({
    calls: count,
    tokens: z.object({ input: count, output: count, estimated: z.optional(z.boolean()) }),
    money: z.optional(z.number()),
  }),
  capped: z.optional(z.enum(['queries', 'time'])),
  unrecorded: z.optional(z.literal(true)),
  isExemplar: z.optional(z.literal(true)),
  entities: texts,
  retrieved: z.object({ relations: texts, classes: texts, paths: texts }),
  attempts: z.array(
    z.object({
      query: z.string(),
      sexpr: z.optional(z.string()),
      answers: z.optional(texts),
      findings: z.array(
        z.object({ code: z.string(), rule: z.optional(z.string()), strength: z.enum(['strong', 'weak']) }),
      ),
      checked: z.boolean(),
      chosen: z.boolean(),
    }),
  ),
  effects: z.optional(texts),
  explanation: z.string(),
  troubles: texts,
});

export const timesShape = z.object({
  id: z.string(),
  milliseconds: count,
  kbMilliseconds: count,
  modelMilliseconds: count,
});

const factsShape = z.object({
  dataset: z.object({ name: z.string(), shape: z.enum(DATASET_SHAPES), questions: count, bad: count }),
  kb: z.string(),
  strategy: z.string(),
  model: z.optional(z.string()),
  gold: z.enum(['dataset', 'kb']),
  off: texts,
  oracle: texts,
  threshold: z.number(),
  seed: z.number(),
});

export const manifestShape = z.object({
  format: z.literal(RUN_FORMAT),
  version: z.literal(RUN_VERSION),
  facts: factsShape,
  sha256: z.string(),
  options: z.record(z.string(), z.unknown()),
  started: z.object({ arguments: texts, folder: z.string(), schema: z.optional(z.string()) }),
  program: z.string(),
  began: z.string(),
  ended: z.optional(z.string()),
});

const scoreShape = z.object({ value: z.number(), low: z.number(), high: z.number(), n: count });
const scoresShape = z.partialRecord(z.enum(SCORES), scoreShape);
const share = z.optional(z.number());

export const reportShape = z.object({
  format: z.literal(REPORT_FORMAT),
  version: z.literal(REPORT_VERSION),
  run: factsShape,
  scores: scoresShape,
  groups: z.array(
    z.object({
      by: z.enum(GROUPINGS),
      groups: z.array(z.object({ name: z.string(), n: count, scores: scoresShape })),
    }),
  ),
  confusion: z.object({ rows: texts, columns: texts, counts: z.array(z.array(count)) }),
  retrieval: z.array(
    z.object({
      what: z.enum(['entities', 'relations', 'classes', 'paths']),
      n: count,
      at: z.array(z.object({ k: count, all: z.number(), share: z.number() })),
    }),
  ),
  verifiers: z.array(
    z.object({
      code: z.string(),
      fired: count,
      hits: count,
      wrong: count,
      judged: count,
      precision: share,
      recall: share,
    }),
  ),
  rounds: z.array(z.object({ round: count, f1R: scoreShape })),
  risk: z.array(z.object({ confidence: z.number(), coverage: z.number(), risk: z.number() })),
  calibration: z.optional(
    z.object({
      error: z.number(),
      n: count,
      bins: z.array(z.object({ from: z.number(), n: count, confidence: z.number(), f1R: z.number() })),
    }),
  ),
  cost: z.object({
    calls: count,
    inputTokens: count,
    outputTokens: count,
    money: z.optional(z.number()),
    queries: count,
    milliseconds: z.optional(z.object({ median: count, p95: count, total: count, kb: count, model: count })),
  }),
  questions: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      verdict: z.enum(VERDICTS),
      scores: z.partialRecord(z.enum(SCORES), z.number()),
      groups: z.partialRecord(z.enum(GROUPINGS), z.string()),
      gold: texts,
      answers: texts,
      names: texts,
      confidence: z.number(),
      said: z.optional(z.enum(PREDICTED_OUTCOMES)),
      presumed: z.optional(z.literal(true)),
      unrecorded: z.optional(z.literal(true)),
      isExemplar: z.optional(z.literal(true)),
      cost: z.optional(z.object({ tokens: count, queries: count, money: z.optional(z.number()) })),
    }),
  ),
});
