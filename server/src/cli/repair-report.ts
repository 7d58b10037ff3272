/** Formats the result of a repair as text and as JSON. */
import type { Usage } from '../core/model/language-model';
import { NO_USAGE } from '../core/model/usage';
import type { Attempt } from '../core/repair/attempt';
import type { RepairEvent, RepairTrace } from '../core/repair/repair-events';
import { writers } from './writers';

/** Returns a line of --jsonl. */
export function toRecord({ result, attempts, usage }: RepairTrace): object {
  const chosen = findAttempt(result.round, attempts);
  return {
    kind: result.kind,
    query: result.query,
    rounds: attempts.length,
    findings: (chosen?.findings ?? []).map(writers.finding),
    answers: chosen?.answers ?? [],
    ...(chosen?.reading && { reading: chosen.reading.question }),
    ...(result.level && { level: result.level }),
    explanation: result.explanation,
    ...(result.missing && { missing: result.missing }),
    ...(result.nearest && { nearest: result.nearest }),
    usage,
  };
}

/** Returns the output for a line that is invalid, or whose KB cannot be used. */
export function failedRecord(query: string | null, explanation: string): object {
  return {
    kind: 'failed',
    query,
    rounds: 0,
    findings: [],
    answers: [],
    explanation,
    error: explanation,
    usage: NO_USAGE,
  };
}

/** Formats the result, with the state before and after. */
export function formatRepair(trace: RepairTrace): readonly string[] {
  const { result, attempts, troubles, usage, question } = trace;
  const first = attempts.find(({ by }) => by === 'input');
  const chosen = findAttempt(result.round, attempts);
  return [
    `${result.kind}${result.level ? ` (${result.level})` : ''}: ${result.explanation}`,
    ...(first ? [`  before: ${formatAttempt(first)}`] : []),
    ...(chosen && chosen !== first ? [`  after:  ${formatAttempt(chosen)}`] : []),
    ...(question !== undefined && chosen?.reading ? [`  it asks: ${chosen.reading.question}`] : []),
    ...(result.missing ?? []).map((what) => `  missing: ${what}`),
    ...(result.nearest ?? []).map((what) => `  nearest: ${what}`),
    ...troubles
      .filter((trouble) => !result.explanation.includes(trouble))
      .map((trouble) => `  problem: ${trouble}`),
    ...(usage.calls > 0 ? [`  spent: ${formatUsage(usage)}`] : []),
  ];
}

/** Formats an event as one line of progress. */
export function formatRepairProgress(event: RepairEvent): string | undefined {
  switch (event.type) {
    case 'proposing':
      return `round ${event.round}: ${event.by === 'model' ? 'waiting for the model' : 'searching'} …`;
    case 'progress':
      return undefined;
    case 'proposed':
      return `round ${event.round}: a query by ${event.by}`;
    case 'verified':
      return `round ${event.round}: ${event.stage}: ${event.findings.length ? formatCodes(event.findings) : 'no findings'}`;
    case 'executed':
      return `round ${event.round}: ${event.execution.status}`;
    case 'read':
      return `round ${event.round}: ${event.agreement.verdict}: ${event.reading.question}`;
    case 'trouble':
      return event.message;
    case 'attempted':
    case 'feedback':
    case 'decided':
      return undefined;
  }
}

function findAttempt(round: number, attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find((attempt) => attempt.round === round);
}

function formatAttempt({ findings, execution, answers }: Attempt): string {
  const reported = findings.filter(({ severity }) => severity !== 'hint');
  const problems = reported.length ? formatCodes(reported) : 'no findings';
  if (!execution) return `${problems}; not run`;
  if (execution.status !== 'answered') return `${problems}; ${execution.status}`;
  if (answers === undefined) return `${problems}; answered`;
  const count = answers.length;
  return `${problems}; ${count === 0 ? 'no answer' : `${count} ${count === 1 ? 'answer' : 'answers'}`}`;
}

function formatCodes(findings: Attempt['findings']): string {
  return [...new Set(findings.map(({ code }) => code))].join(', ');
}

export function formatUsage({ calls, tokens, money }: Usage): string {
  const about = tokens.estimated === true ? 'about ' : '';
  const cost =
    money === undefined ? '' : `, ${about}${Number(money.toFixed(6))} at the prices in the settings`;
  return `${calls} ${calls === 1 ? 'call' : 'calls'}, ${about}${tokens.input + tokens.output} tokens${cost}`;
}
