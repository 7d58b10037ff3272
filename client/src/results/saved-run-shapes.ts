/** What the files of saved runs, repairs and questions hold, as shapes: a file may be damaged, or of another version. */
import * as z from 'zod/mini';

const text = z.string();
const texts = z.array(text);
const optionalText = z.optional(text);
const count = z.number();
/** JSON has no infinity; it is written as null. */
const score = z.nullable(z.number());
const span = z.object({ start: count, end: count });
const position = z.object({ line: count, character: count });
const lines = z.object({ start: position, end: position });

const term = z.discriminatedUnion('type', [
  z.object({ type: z.literal('uri'), value: text }),
  z.object({ type: z.literal('bnode'), value: text }),
  z.object({
    type: z.literal('literal'),
    value: text,
    datatype: optionalText,
    'xml:lang': optionalText,
  }),
]);

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), columns: texts, rows: z.array(z.array(z.nullable(term))) }),
  z.object({ kind: z.literal('boolean'), value: z.boolean() }),
  z.object({ kind: z.literal('graph'), triples: z.array(z.tuple([term, term, term])) }),
  z.object({ kind: z.literal('done'), note: optionalText }),
]);

const execution = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('answered'),
    answer,
    incomplete: z.optional(z.object({ reason: z.enum(['row-limit', 'server-cap', 'time']), message: text })),
    note: optionalText,
  }),
  z.object({ status: z.literal('refused'), message: text, place: z.optional(span) }),
  z.object({ status: z.literal('timed-out'), message: text }),
  z.object({ status: z.literal('unreachable'), message: text }),
]);

const usage = z.object({
  calls: count,
  tokens: z.object({ input: count, output: count, estimated: z.optional(z.boolean()) }),
  money: z.optional(score),
});

const finding = z.object({
  code: text,
  stage: z.enum(['text', 'schema', 'answer', 'intent']),
  strength: z.enum(['strong', 'weak']),
  severity: z.enum(['error', 'warning', 'information', 'hint']),
  range: span,
  message: text,
  because: text,
  advice: text,
  related: z.optional(z.array(z.object({ range: span, message: text }))),
  fixes: z.optional(
    z.array(
      z.object({
        title: text,
        edits: z.array(z.looseObject({ range: span })),
        safety: z.enum(['safe', 'unsafe']),
      }),
    ),
  ),
});

const reading = z.object({
  question: text,
  pairs: z.array(z.object({ phrase: span, part: span })),
  by: text,
  leftOut: texts,
});
const agreement = z.object({
  verdict: z.enum(['same', 'different', 'unknown']),
  explanation: text,
  by: text,
});

const repairTrace = z.object({
  question: optionalText,
  kb: optionalText,
  model: optionalText,
  began: text,
  milliseconds: count,
  attempts: z.array(
    z.object({
      round: count,
      by: z.enum(['input', 'search', 'model']),
      query: text,
      changes: z.optional(texts),
      findings: z.array(finding),
      execution: z.optional(execution),
      answers: z.optional(texts),
      reading: z.optional(reading),
      agreement: z.optional(agreement),
      feedback: optionalText,
      thought: optionalText,
      usage,
      milliseconds: count,
    }),
  ),
  troubles: texts,
  result: z.object({
    kind: z.enum(['repaired', 'unchanged', 'unanswerable', 'failed']),
    query: text,
    round: count,
    basis: z.enum(['verified', 'self-consistency', 'best']),
    support: z.optional(z.object({ agreeing: count, of: count })),
    level: z.optional(z.enum(['data', 'schema'])),
    explanation: text,
    missing: z.optional(texts),
    nearest: z.optional(texts),
  }),
  usage,
});

const linkedEntity = z.object({
  iri: text,
  id: text,
  name: text,
  types: texts,
  mention: z.optional(span),
  alias: optionalText,
  match: z.enum(['exact', 'plural', 'partial', 'fuzzy', 'given']),
  score,
  popularity: score,
  because: texts,
});

const graph = z.object({
  nodes: z.array(
    z.object({
      id: text,
      label: text,
      kind: z.enum(['entity', 'mediator', 'literal', 'variable', 'class']),
      answer: z.boolean(),
      iri: optionalText,
      detail: optionalText,
    }),
  ),
  edges: z.array(
    z.object({
      from: text,
      to: text,
      label: text,
      detail: optionalText,
      manner: z.optional(z.enum(['optional', 'union', 'negated'])),
    }),
  ),
  truncated: z.boolean(),
  problem: optionalText,
});

const askTrace = z.object({
  question: text,
  strategy: text,
  fellBackFrom: optionalText,
  fellBackWhy: optionalText,
  kb: text,
  model: optionalText,
  began: text,
  milliseconds: count,
  linking: z.object({
    entities: z.array(linkedEntity),
    literals: z.array(
      z.object({
        mention: span,
        kind: z.enum(['integer', 'float', 'year', 'month', 'date', 'now']),
        value: text,
        datatype: text,
        unit: optionalText,
        comparison: z.optional(z.enum(['lt', 'le', 'gt', 'ge'])),
      }),
    ),
    troubles: texts,
  }),
  used: z.array(linkedEntity),
  considered: z.array(
    z.object({
      query: text,
      sexpr: optionalText,
      path: optionalText,
      score,
      because: texts,
      findings: z.array(finding),
      checked: z.optional(z.boolean()),
      execution: z.optional(execution),
      answers: z.optional(texts),
      chosen: z.boolean(),
      confidence: z.optional(score),
    }),
  ),
  thoughts: z.array(z.object({ purpose: text, text })),
  repair: z.optional(repairTrace),
  evidence: z.optional(graph),
  troubles: texts,
  advice: texts,
  result: z.object({
    kind: z.enum(['answer', 'unanswerable', 'failed']),
    level: z.optional(z.enum(['schema', 'data'])),
    answers: z.array(z.object({ value: text, name: text, iri: optionalText, types: z.optional(texts) })),
    more: z.optional(z.boolean()),
    query: optionalText,
    sexpr: optionalText,
    reading: z.optional(reading),
    agreement: z.optional(agreement),
    confidence: z.object({ value: score, why: texts }),
    explanation: text,
    missing: z.optional(texts),
    nearest: z.optional(texts),
  }),
  rounds: count,
  queries: count,
  usage,
  capped: optionalText,
});

const run = z.object({
  kind: z.optional(z.undefined()),
  id: text,
  kb: text,
  query: text,
  question: optionalText,
  uri: text,
  range: lines,
  added: count,
  place: z.optional(lines),
  began: text,
  milliseconds: count,
  execution,
  remarks: z.array(z.object({ code: text, message: text, because: text, advice: text })),
});

/** All of a run, a repair or a question. */
export const heldShape = z.union([
  run,
  z.object({ kind: z.literal('trace'), id: text, trace: repairTrace, uri: text, range: lines }),
  z.object({ kind: z.literal('asked'), id: text, trace: askTrace, document: optionalText }),
]);

/** What is known of one without reading all of it. */
export const keptShape = z.object({
  id: text,
  title: text,
  kb: text,
  began: text,
  milliseconds: count,
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('rows'), rows: count, incomplete: z.boolean() }),
    z.object({ kind: z.enum(['yes', 'no', 'done', 'refused', 'timed-out', 'unreachable']) }),
    z.object({ kind: z.enum(['repaired', 'unchanged', 'unanswerable', 'failed']) }),
    z.object({
      kind: z.literal('asked'),
      verdict: z.enum(['answer', 'unanswerable', 'failed']),
      answer: text,
    }),
  ]),
  pinned: z.boolean(),
  bytes: count,
});
