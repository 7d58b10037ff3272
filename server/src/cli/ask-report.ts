/** Formats the result of a question, as text and as JSON. */
import type { AskEvent, AskTrace } from '../core/ask/ask-events';
import { formatEvidence } from '../core/ask/evidence';
import { formatAskEvent } from '../core/ask/progress-text';
import { NO_USAGE } from '../core/model/usage';
import { addQuestionHeader } from '../core/language/sparql/header';
import { onOneLine, withoutControls } from '../core/language/text/control-characters';
import { formatRepairProgress as repairProgress, formatUsage } from './repair-report';

/** Returns a line of --jsonl. `ms` is the total time of the question. */
export function toRecord(trace: AskTrace): object {
  const { result, strategy, fellBackFrom, fellBackWhy, rounds, usage, milliseconds } = trace;
  const { kind, refusal, level, answers, ignored, atLeast, query, confidence, explanation } = result;
  return {
    kind,
    ...(refusal && { refusal }),
    ...(level && { level }),
    answers: answers.map(({ value }) => value),
    names: answers.map(({ name }) => name),
    ...(ignored && { ignored }),
    ...(atLeast === true && { atLeast }),
    // Programs expect `query` to be the query of the answer.
    query: (kind === 'answer' && query) || null,
    ...(kind !== 'answer' && query !== undefined && { nearestQuery: query }),
    strategy,
    ...(fellBackFrom && { fellBackFrom }),
    ...(fellBackWhy !== undefined && { fellBackWhy }),
    confidence: confidence.value,
    rounds,
    usage,
    ms: Math.round(milliseconds),
    ...(kind !== 'answer' && { explanation }),
  };
}

/** Returns the output for an invalid line. */
export function failedRecord(explanation: string): object {
  return {
    kind: 'failed',
    answers: [],
    names: [],
    query: null,
    strategy: null,
    confidence: 0,
    rounds: 0,
    usage: NO_USAGE,
    ms: 0,
    explanation,
    error: explanation,
  };
}

/** Returns the object of --json: the fields of --jsonl and all details. */
export function toFullRecord(trace: AskTrace): object {
  const { question, result, kb, model, used, evidence, troubles, advice, thoughts, queries } = trace;
  const { sexpr, reading, agreement, confidence, explanation, missing, nearest, more } = result;
  return {
    question,
    ...toRecord(trace),
    more: more === true,
    why: confidence.why,
    explanation,
    ...(sexpr !== undefined && { sexpr }),
    ...(reading && { reading: reading.question }),
    ...(agreement && { agreement: agreement.verdict }),
    ...(missing && { missing }),
    ...(nearest && { nearest }),
    entities: used.map(({ id, name, types }) => ({ id, name, types })),
    evidence: evidence?.edges.map(({ from, to, label }) => ({ from, relation: label, to })) ?? [],
    kb,
    ...(model !== undefined && { model }),
    queries,
    thoughts,
    troubles,
    advice,
  };
}

const MAX_ANSWERS = 100;
const MAX_EVIDENCE = 10;

/** Formats the answer as text: answers first, then the method and the evidence. */
export function formatAnswer(trace: AskTrace): string {
  const { question, result, troubles, usage } = trace;
  const { query, reading, missing = [], nearest = [] } = result;
  const facts = formatEvidence(trace.evidence, MAX_EVIDENCE, (text) => text);
  return [
    ...formatResult(trace).map(onOneLine),
    ...missing.map((what) => onOneLine(`  missing: ${what}`)),
    ...nearest.map((what) => onOneLine(`  nearest: ${what}`)),
    '',
    ...formatLine('confidence', result.kind === 'failed' ? undefined : formatConfidence(trace)),
    ...formatLine('about', trace.used.map(({ name, id }) => `${name} (${id})`).join(', ')),
    ...formatLine('it asks', reading?.question),
    ...formatLine('by', formatMethod(trace)),
    ...formatLine('spent', usage.calls > 0 ? formatUsage(usage) : undefined),
    ...(facts.length ? ['evidence:', ...facts.map((fact) => onOneLine(`  ${fact}`))] : []),
    ...(query === undefined || result.kind === 'answer'
      ? []
      : ['', 'Closest query found (it does not answer the question):']),
    ...(query === undefined ? [] : ['', withoutControls(addQuestionHeader(query, question)).trim()]),
    ...[
      ...troubles.filter((trouble) => trouble !== result.explanation).map((trouble) => `problem: ${trouble}`),
      ...trace.advice,
    ].flatMap((note) => ['', onOneLine(note)]),
    '',
  ].join('\n');
}

function formatResult({ result }: AskTrace): readonly string[] {
  const { kind, refusal, answers, ignored, atLeast, more, explanation } = result;
  if (kind !== 'answer') return [`${kind}${refusal ? ` (${REFUSALS[refusal]})` : ''}: ${explanation}`];
  const shown = answers.slice(0, MAX_ANSWERS);
  const left = answers.length - shown.length;
  return [
    ...shown.map(({ name, value }) => (name === value ? name : `${name} (${value})`)),
    ...(left > 0 ? [`… and ${left} more; --json has them all`] : []),
    ...(atLeast === true ? ['at least: the KB is incomplete'] : []),
    ...(ignored ? [`ignored: ${ignored.join(', ')}`] : []),
    ...(more === true ? ['There are more answers. Raise --max-rows to read them.'] : []),
  ];
}

const REFUSALS = {
  'not-understood': 'not understood',
  'no-relation': 'no relation fits',
  'no-facts': 'the facts are missing',
} as const;

function formatConfidence({ result: { confidence } }: AskTrace): string {
  return [confidence.value.toFixed(2), ...confidence.why].join('; ');
}

function formatMethod({ strategy, fellBackFrom, kb, model, queries, milliseconds }: AskTrace): string {
  const fallback = fellBackFrom ? ` instead of ${fellBackFrom}` : '';
  const withModel = model === undefined ? '' : ` with ${model}`;
  const count = `${queries} ${queries === 1 ? 'query' : 'queries'}`;
  return `${strategy}${fallback}${withModel} on ${kb}, ${count}, ${Math.round(milliseconds)} ms`;
}

function formatLine(title: string, text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : [onOneLine(`${title}: ${text}`)];
}

/** Formats an event as one line of progress. */
export function formatAskProgress(event: AskEvent): string | undefined {
  return event.type === 'repair' ? repairProgress(event.event) : formatAskEvent(event);
}
