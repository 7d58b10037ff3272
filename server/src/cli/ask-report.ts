/** What asking a question came to, in words and as JSON. */
import type { AskEvent, AskTrace } from '../core/ask/ask-events';
import { evidenceLines } from '../core/ask/evidence';
import { progressText } from '../core/ask/progress-text';
import { NO_USAGE } from '../core/model/usage';
import { withQuestion } from '../core/language/sparql/header';
import { onOneLine, withoutControls } from '../core/language/text/controls';
import { progressOf as repairProgress, spentIn } from './repair-report';

/** One line of --jsonl. Usual numbers for whoever counts; `ms` is all that the question took. */
export function recordOf(trace: AskTrace): object {
  const { result, strategy, fellBackFrom, fellBackWhy, rounds, usage, milliseconds } = trace;
  const { kind, level, answers, query, confidence, explanation } = result;
  return {
    kind,
    ...(level && { level }),
    answers: answers.map(({ value }) => value),
    names: answers.map(({ name }) => name),
    // A program would take any query for that of the answer.
    query: (kind === 'answer' && query) || null,
    ...(kind !== 'answer' && query !== undefined && { nearestQuery: query }),
    strategy,
    ...(fellBackFrom && { fellBackFrom }),
    ...(fellBackWhy !== undefined && { fellBackWhy }),
    confidence: confidence.value,
    rounds,
    usage,
    ms: Math.round(milliseconds),
    ...(kind === 'failed' && { explanation }),
  };
}

/** For a line that could not be worked on. */
export function failureOf(explanation: string): object {
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

/** The object of --json: the line of --jsonl, and all that stands around it. */
export function wholeOf(trace: AskTrace): object {
  const { question, result, kb, model, used, evidence, troubles, advice, thoughts, queries } = trace;
  const { sexpr, reading, agreement, confidence, explanation, missing, nearest, more } = result;
  return {
    question,
    ...recordOf(trace),
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

/** For people: the answer first, then how it was found, and what it rests on. */
export function answerOf(trace: AskTrace): string {
  const { question, result, troubles, usage } = trace;
  const { query, reading, missing = [], nearest = [] } = result;
  const facts = evidenceLines(trace.evidence, MAX_EVIDENCE, (text) => text);
  return [
    ...headline(trace).map(onOneLine),
    ...missing.map((what) => onOneLine(`  missing: ${what}`)),
    ...nearest.map((what) => onOneLine(`  nearest: ${what}`)),
    '',
    ...section('confidence', confidenceIn(trace)),
    ...section('about', trace.used.map(({ name, id }) => `${name} (${id})`).join(', ')),
    ...section('it asks', reading?.question),
    ...section('by', waysOf(trace)),
    ...section('spent', usage.calls > 0 ? spentIn(usage) : undefined),
    ...(facts.length ? ['evidence:', ...facts.map((fact) => onOneLine(`  ${fact}`))] : []),
    ...(query === undefined || result.kind === 'answer'
      ? []
      : ['', 'Closest query found (it does not answer the question):']),
    ...(query === undefined ? [] : ['', withoutControls(withQuestion(query, question)).trim()]),
    ...[...troubles.map((trouble) => `trouble: ${trouble}`), ...trace.advice].flatMap((note) => [
      '',
      onOneLine(note),
    ]),
    '',
  ].join('\n');
}

function headline({ result }: AskTrace): readonly string[] {
  const { kind, level, answers, more, explanation } = result;
  if (kind !== 'answer') return [`${kind}${level ? ` (${level})` : ''}: ${explanation}`];
  const shown = answers.slice(0, MAX_ANSWERS);
  const left = answers.length - shown.length;
  return [
    ...shown.map(({ name, value }) => (name === value ? name : `${name} (${value})`)),
    ...(left > 0 ? [`… and ${left} more; --json has them all`] : []),
    ...(more === true ? ['There are more answers. Raise --max-rows to read them.'] : []),
  ];
}

function confidenceIn({ result: { confidence } }: AskTrace): string {
  return [confidence.value.toFixed(2), ...confidence.why].join('; ');
}

function waysOf({ strategy, fellBackFrom, kb, model, queries, milliseconds }: AskTrace): string {
  const before = fellBackFrom ? ` instead of ${fellBackFrom}` : '';
  const who = model === undefined ? '' : ` with ${model}`;
  const asked = `${queries} ${queries === 1 ? 'query' : 'queries'}`;
  return `${strategy}${before}${who} on ${kb}, ${asked}, ${Math.round(milliseconds)} ms`;
}

function section(title: string, text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : [onOneLine(`${title}: ${text}`)];
}

/** On one line, while it goes on. */
export function progressOf(event: AskEvent): string | undefined {
  return event.type === 'repair' ? repairProgress(event.event) : progressText(event);
}
