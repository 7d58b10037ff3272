/** What a repair came to, in words and as JSON. */
import type { Usage } from '../core/model/language-model';
import { NO_USAGE } from '../core/model/usage';
import type { Attempt } from '../core/repair/attempt';
import type { RepairEvent, RepairTrace } from '../core/repair/repair-events';
import { writers } from './writers';

/** One line of --jsonl. */
export function recordOf({ result, attempts, usage }: RepairTrace): object {
  const chosen = attemptOf(result.round, attempts);
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

/** For a line that could not be worked on. */
export function failureOf(query: string | null, explanation: string): object {
  return { kind: 'failed', query, rounds: 0, findings: [], answers: [], explanation, usage: NO_USAGE };
}

/** For people: what became of it, before and after. */
export function verdictOf(trace: RepairTrace): readonly string[] {
  const { result, attempts, troubles, usage, question } = trace;
  const first = attempts.find(({ by }) => by === 'input');
  const chosen = attemptOf(result.round, attempts);
  return [
    `${result.kind}${result.level ? ` (${result.level})` : ''}: ${result.explanation}`,
    ...(first ? [`  before: ${stateOf(first)}`] : []),
    ...(chosen && chosen !== first ? [`  after:  ${stateOf(chosen)}`] : []),
    ...(question !== undefined && chosen?.reading ? [`  it asks: ${chosen.reading.question}`] : []),
    ...(result.missing ?? []).map((what) => `  missing: ${what}`),
    ...(result.nearest ?? []).map((what) => `  nearest: ${what}`),
    ...troubles
      .filter((trouble) => !result.explanation.includes(trouble))
      .map((trouble) => `  trouble: ${trouble}`),
    ...(usage.calls > 0 ? [`  spent: ${spentIn(usage)}`] : []),
  ];
}

/** On one line, while it goes on. */
export function progressOf(event: RepairEvent): string | undefined {
  switch (event.type) {
    case 'proposing':
      return `round ${event.round}: ${event.by === 'model' ? 'the model writes' : 'searching'} …`;
    case 'progress':
      return undefined;
    case 'proposed':
      return `round ${event.round}: a query by ${event.by}`;
    case 'verified':
      return `round ${event.round}: ${event.stage}: ${event.findings.length ? codesOf(event.findings) : 'nothing wrong'}`;
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

function attemptOf(round: number, attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find((attempt) => attempt.round === round);
}

function stateOf({ findings, execution, answers }: Attempt): string {
  const told = findings.filter(({ severity }) => severity !== 'hint');
  const wrong = told.length ? codesOf(told) : 'nothing wrong';
  if (!execution) return `${wrong}; not run`;
  if (execution.status !== 'answered') return `${wrong}; ${execution.status}`;
  if (answers === undefined) return `${wrong}; answered`;
  const count = answers.length;
  return `${wrong}; ${count === 0 ? 'no answer' : `${count} ${count === 1 ? 'answer' : 'answers'}`}`;
}

function codesOf(findings: Attempt['findings']): string {
  return [...new Set(findings.map(({ code }) => code))].join(', ');
}

export function spentIn({ calls, tokens, money }: Usage): string {
  const about = tokens.estimated === true ? 'about ' : '';
  const paid =
    money === undefined ? '' : `, ${about}${Number(money.toFixed(6))} at the prices in the settings`;
  return `${calls} ${calls === 1 ? 'call' : 'calls'}, ${about}${tokens.input + tokens.output} tokens${paid}`;
}
