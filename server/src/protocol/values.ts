/**
 * Runs, repairs and answered questions, as they are sent between server and client, saved by the client and written into the folder of
 * an evaluation. The schemas validate saved values; the types are derived from them. Renaming a field requires a new version of the
 * files that contain it.
 */
import * as z from 'zod/mini';
import type { ValueOf } from '../core/language/value-of';
import { STRATEGIES } from './ask';

const text = z.string();
const texts = z.array(text);
const maybe = z.exactOptional;
/** JSON has no infinity and writes null instead. */
const score = z.pipe(
  z.nullable(z.number()),
  z.transform((value) => value ?? 0),
);

/** A half-open range of UTF-16 offsets. */
const textRange = z.object({ start: z.number(), end: z.number() });
const position = z.object({ line: z.number(), character: z.number() });
/** A range as LSP defines it. */
export const lineRange = z.object({ start: position, end: position });
export type LineRange = ValueOf<typeof lineRange>;

/** A term of SPARQL's JSON results. */
const rdfTerm = z.discriminatedUnion('type', [
  z.object({ type: z.literal('uri'), value: text }),
  z.object({ type: z.literal('bnode'), value: text }),
  z.object({ type: z.literal('literal'), value: text, datatype: maybe(text), 'xml:lang': maybe(text) }),
]);
export type RdfTerm = ValueOf<typeof rdfTerm>;

/** One term for each column; null where a variable is unbound. */
const row = z.array(z.nullable(rdfTerm));
export type AnswerRow = ValueOf<typeof row>;

const rdfTriple = z.tuple([rdfTerm, rdfTerm, rdfTerm]);
export type RdfTriple = ValueOf<typeof rdfTriple>;

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), columns: texts, rows: z.array(row) }),
  /** The answer of ASK. */
  z.object({ kind: z.literal('boolean'), value: z.boolean() }),
  /** The answer of CONSTRUCT and DESCRIBE. */
  z.object({ kind: z.literal('graph'), triples: z.array(rdfTriple) }),
  /** The answer of an update. */
  z.object({ kind: z.literal('done'), note: maybe(text) }),
]);
export type QueryAnswer = ValueOf<typeof answer>;

/** Why an answer is incomplete, and how to get the rest. */
const incomplete = z.object({ reason: z.enum(['row-limit', 'server-cap', 'time']), message: text });

/** The result of running a query. If the KB rejects it or is unreachable, that is a result too. */
const execution = z.discriminatedUnion('status', [
  z.object({ status: z.literal('answered'), answer, incomplete: maybe(incomplete), note: maybe(text) }),
  /** `place` is the range of the error in the query, if the engine reports one. */
  z.object({ status: z.literal('refused'), message: text, place: maybe(textRange) }),
  z.object({ status: z.literal('timed-out'), message: text }),
  z.object({ status: z.literal('unreachable'), message: text }),
]);
export type Execution = ValueOf<typeof execution>;

/** The cost of a piece of work. */
const usage = z.object({
  calls: z.number(),
  tokens: z.object({
    input: z.number(),
    output: z.number(),
    /** The model did not report its tokens. */
    estimated: maybe(z.boolean()),
  }),
  /** In the currency of the prices; absent without prices. */
  money: maybe(score),
});
export type Usage = ValueOf<typeof usage>;

const fix = z.object({
  title: text,
  edits: z.array(z.object({ range: textRange, newText: text })),
  safety: z.enum(['safe', 'unsafe']),
  oneOfMany: maybe(z.boolean()),
});
export type Fix = ValueOf<typeof fix>;

const finding = z.object({
  code: text,
  rule: maybe(text),
  stage: z.enum(['text', 'schema', 'answer', 'intent']),
  strength: z.enum(['strong', 'weak']),
  severity: z.enum(['error', 'warning', 'information', 'hint']),
  range: textRange,
  message: text,
  because: text,
  advice: text,
  related: maybe(z.array(z.object({ range: textRange, message: text }))),
  fixes: maybe(z.array(fix)),
  unnecessary: maybe(z.boolean()),
});

/** A description of a query in English. */
const reading = z.object({
  /** The question that the query asks. */
  question: text,
  /** Pairs a phrase, as a range in `question`, with the part of the query that it describes. */
  pairs: z.array(z.object({ phrase: textRange, part: textRange })),
  /** `templates`, or the name of a model. */
  by: text,
  /** Parts of the query that the description does not mention. */
  leftOut: texts,
});
export type QueryDescription = ValueOf<typeof reading>;

/** Whether a query asks what its question asks. */
const agreement = z.object({
  verdict: z.enum(['same', 'different', 'unknown']),
  explanation: text,
  /** `cues`, `ranking`, or the name of a model. */
  by: text,
});
export type Agreement = ValueOf<typeof agreement>;

const attempt = z.object({
  /** 0 is the given query. */
  round: z.number(),
  by: z.enum(['input', 'search', 'model']),
  query: text,
  /** The changes that the search made. */
  changes: maybe(texts),
  /** The most important first; ranges are in `query`. */
  findings: z.array(finding),
  /** Absent when the query was not run. */
  execution: maybe(execution),
  answers: maybe(texts),
  reading: maybe(reading),
  agreement: maybe(agreement),
  /** The feedback that was sent to the model. */
  feedback: maybe(text),
  /** The reply of the model without the query. */
  thought: maybe(text),
  usage,
  milliseconds: z.number(),
});
export type Attempt = ValueOf<typeof attempt>;

const repairResult = z.object({
  kind: z.enum(['repaired', 'unchanged', 'unanswerable', 'failed']),
  /** The proposal, or the given query. */
  query: text,
  /** The round of the proposal. */
  round: z.number(),
  basis: z.enum(['verified', 'self-consistency', 'best']),
  /** The number of attempts that agree on this answer. */
  support: maybe(z.object({ agreeing: z.number(), of: z.number() })),
  /** Why a question is unanswerable. */
  level: maybe(z.enum(['data', 'schema'])),
  explanation: text,
  missing: maybe(texts),
  nearest: maybe(texts),
});
export type RepairResult = ValueOf<typeof repairResult>;
export type RepairKind = RepairResult['kind'];

export const repairTrace = z.object({
  question: maybe(text),
  kb: maybe(text),
  model: maybe(text),
  /** ISO 8601. */
  began: text,
  milliseconds: z.number(),
  attempts: z.array(attempt),
  troubles: texts,
  result: repairResult,
  usage,
});
export type RepairTrace = ValueOf<typeof repairTrace>;

const linkedEntity = z.object({
  iri: text,
  id: text,
  name: text,
  /** IDs of types, the most specific first. */
  types: texts,
  /** The range in the question; absent for an entity that the user added. */
  mention: maybe(textRange),
  /** The name or alias that matched, if it is not `name`. */
  alias: maybe(text),
  match: z.enum(['exact', 'plural', 'partial', 'fuzzy', 'given']),
  /** Between 0 and 1. */
  score,
  /** The number of facts that mention the entity, up to a limit. */
  popularity: score,
  because: texts,
});
export type LinkedEntity = ValueOf<typeof linkedEntity>;

const linkedLiteral = z.object({
  mention: textRange,
  kind: z.enum(['integer', 'float', 'year', 'month', 'date', 'now']),
  /** The lexical form of XML Schema. */
  value: text,
  datatype: text,
  unit: maybe(text),
  comparison: maybe(z.enum(['lt', 'le', 'gt', 'ge'])),
});
export type LinkedLiteral = ValueOf<typeof linkedLiteral>;

const linking = z.object({
  /** The best first. */
  entities: z.array(linkedEntity),
  literals: z.array(linkedLiteral),
  troubles: texts,
  /** Why names may be missing, although the KB answered. */
  note: maybe(text),
});
export type Linking = ValueOf<typeof linking>;

const graphNode = z.object({
  id: text,
  label: text,
  kind: z.enum(['entity', 'mediator', 'literal', 'variable', 'class']),
  /** An answer, or a selected variable. */
  answer: z.boolean(),
  iri: maybe(text),
  /** A tooltip. */
  detail: maybe(text),
});
export type GraphNode = ValueOf<typeof graphNode>;

const graphEdge = z.object({
  from: text,
  to: text,
  label: text,
  detail: maybe(text),
  manner: maybe(z.enum(['optional', 'union', 'negated'])),
});
export type GraphEdge = ValueOf<typeof graphEdge>;

const graphResult = z.object({
  nodes: z.array(graphNode),
  edges: z.array(graphEdge),
  truncated: z.boolean(),
  problem: maybe(text),
});
export type GraphResult = ValueOf<typeof graphResult>;

/** A candidate query for a question. */
const candidateQuery = z.object({
  query: text,
  sexpr: maybe(text),
  /** Example: Titanic → directed by */
  path: maybe(text),
  /** Scores are comparable within one question. */
  score,
  because: texts,
  /** Words of the question that it does not express. */
  ignored: maybe(texts),
  findings: z.array(finding),
  /** Whether all checks are done. */
  checked: maybe(z.boolean()),
  /** Absent when the query was not run. */
  execution: maybe(execution),
  /** IDs or values, each once. */
  answers: maybe(texts),
  chosen: z.boolean(),
  /** Between 0 and 1, if the strategy estimates it. */
  confidence: maybe(score),
});
export type CandidateQuery = ValueOf<typeof candidateQuery>;

const namedAnswer = z.object({
  /** An ID such as `m.02mjmr`, or a value. */
  value: text,
  /** The name of an entity, or a value as text. */
  name: text,
  iri: maybe(text),
  types: maybe(texts),
});
export type NamedAnswer = ValueOf<typeof namedAnswer>;

const askResult = z.object({
  kind: z.enum(['answer', 'unanswerable', 'failed']),
  /** Why a question is unanswerable. */
  refusal: maybe(z.enum(['not-understood', 'no-relation', 'no-facts'])),
  level: maybe(z.enum(['schema', 'data'])),
  answers: z.array(namedAnswer),
  /** The words of the question that the query of the answer does not use. */
  ignored: maybe(texts),
  /** Whether the answer is a count of an incomplete KB. */
  atLeast: maybe(z.boolean()),
  /** Whether there are more answers than the limit. */
  more: maybe(z.boolean()),
  query: maybe(text),
  sexpr: maybe(text),
  reading: maybe(reading),
  agreement: maybe(agreement),
  confidence: z.object({ value: score, why: texts }),
  explanation: text,
  missing: maybe(texts),
  nearest: maybe(texts),
});
export type AskResult = ValueOf<typeof askResult>;

const strategyName = z.enum(STRATEGIES);

export const askTrace = z.object({
  question: text,
  strategy: strategyName,
  /** The first strategy, if it found no answer or could not be used, and the reason. */
  fellBackFrom: maybe(strategyName),
  fellBackWhy: maybe(text),
  kb: text,
  model: maybe(text),
  /** ISO 8601. */
  began: text,
  milliseconds: z.number(),
  linking,
  /** The linked entities that the chosen query contains. */
  used: z.array(linkedEntity),
  considered: z.array(candidateQuery),
  thoughts: z.array(z.object({ purpose: text, text })),
  repair: maybe(repairTrace),
  /** The facts behind the answer. */
  evidence: maybe(graphResult),
  troubles: texts,
  advice: texts,
  result: askResult,
  rounds: z.number(),
  queries: z.number(),
  usage,
  /** The limit that was reached. */
  capped: maybe(z.enum(['queries', 'time'])),
});
export type AskTrace = ValueOf<typeof askTrace>;

/** A finding about the answer of a run. */
const severity = z.enum(['error', 'warning', 'information', 'hint']);

const remark = z.object({
  code: text,
  message: text,
  because: text,
  advice: text,
  /** Absent in runs that were saved by earlier versions. */
  severity: maybe(severity),
});
export type Remark = ValueOf<typeof remark>;

/** A query that was run, with everything that is needed to show it again. */
export const run = z.object({
  id: text,
  kb: text,
  /** The text that was sent. For a selection, the prefixes that it needs are added. */
  query: text,
  question: maybe(text),
  /** The document, and the range of the query in it. */
  uri: text,
  range: lineRange,
  /** The length of the prefixes that were added before the text at `range`. */
  added: z.number(),
  /** Where in the document the engine reported an error. */
  place: maybe(lineRange),
  /** ISO 8601. */
  began: text,
  milliseconds: z.number(),
  execution,
  remarks: z.array(remark),
});
export type Run = ValueOf<typeof run>;
