/** What is said of a repair and its parts, in a few words each. */
import type { Agreement, RepairResult, Usage } from '../../../server/src/protocol/index';
import type { AttemptHead, TraceHead } from '../messages';

export function outcomeTitle({ kind, level }: RepairResult): string {
  switch (kind) {
    case 'repaired':
      return 'Repaired';
    case 'unchanged':
      return 'Unchanged';
    case 'unanswerable':
      return level === 'data'
        ? 'Unanswerable: the facts are missing'
        : level === 'schema'
          ? 'Unanswerable: there are no relations for it'
          : 'Unanswerable';
    case 'failed':
      return 'The repair failed';
  }
}

/** Why this query was chosen, behind “because”; undefined where there was nothing to choose. */
export function basisWords({ kind, basis, support }: RepairResult): string | undefined {
  // One that agrees with itself is no vote.
  const votes =
    support && support.of > 1
      ? `${support.agreeing} of ${number(support.of)} attempts agree on the answer`
      : undefined;
  if (kind === 'failed') return undefined;
  if (kind === 'unanswerable') return votes;
  switch (basis) {
    case 'verified':
      return ['every check passed', votes].filter(Boolean).join(', and ');
    case 'self-consistency':
      return votes ?? 'it is the only one that gave an answer';
    case 'best':
      return kind === 'repaired' ? 'it is the best that was found, though not every check passed' : undefined;
  }
}

export const whoWords = ({ by }: Pick<AttemptHead, 'by'>, model: string | undefined): string =>
  by === 'input' ? 'Your query' : by === 'search' ? 'Search without a model' : `Model ${model ?? ''}`.trim();

export function usageWords({ calls, tokens, money }: Usage): string {
  if (calls === 0) return 'no model was asked';
  const about = tokens.estimated ? 'about ' : '';
  const total = counted(tokens.input + tokens.output, 'token');
  const parts = [
    counted(calls, 'call'),
    `${about}${total} (${number(tokens.input)} in, ${number(tokens.output)} out)`,
  ];
  if (money !== undefined) parts.push(`cost ${moneyWords(money)}`);
  return parts.join(', ');
}

/** Two places, or as many as a small sum needs. */
export const moneyWords = (money: number): string =>
  money === 0 || money >= 0.01 ? money.toFixed(2) : money.toPrecision(2);

export const timeWords = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${number(Math.round(milliseconds))} ms`
    : `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;

/** What can be said of an attempt before all of it is read. */
export interface Verdicts {
  readonly errors: number;
  readonly warnings: number;
  /** Findings of less weight. */
  readonly hints: number;
  readonly answer: string;
  readonly agreement: Agreement['verdict'] | 'unjudged';
}

export function verdictsOf(attempt: AttemptHead): Verdicts {
  const many = (wanted: readonly string[]): number =>
    attempt.findings.filter(({ severity }) => wanted.includes(severity)).length;
  return {
    errors: many(['error']),
    warnings: many(['warning']),
    hints: many(['information', 'hint']),
    answer: answerWords(attempt),
    agreement: attempt.agreement?.verdict ?? 'unjudged',
  };
}

export function answerWords({ execution, answers }: Pick<AttemptHead, 'execution' | 'answers'>): string {
  if (!execution) return 'not run';
  switch (execution.status) {
    case 'refused':
      return 'refused';
    case 'timed-out':
      return 'took too long';
    case 'unreachable':
      return 'KB not reached';
    case 'answered':
  }
  const { answer, incomplete } = execution;
  if (answer.kind === 'boolean') return answer.value ? 'yes' : 'no';
  if (answer.kind === 'done') return 'done';
  const amount = answers ? counted(answers.length, 'answer') : counted(answer.total, 'row');
  if (incomplete) return `${amount}, not all`;
  return answer.total === 0 ? 'empty' : amount;
}

export const agreementWords: Readonly<Record<Verdicts['agreement'], string>> = {
  same: 'yes',
  different: 'no',
  unknown: 'not known',
  unjudged: 'not judged',
};

export function findingWords({ errors, warnings, hints }: Verdicts): string {
  const parts = [
    errors > 0 && counted(errors, 'error'),
    warnings > 0 && counted(warnings, 'warning'),
    hints > 0 && counted(hints, 'hint'),
  ].filter(Boolean);
  return parts.length === 0 ? 'no findings' : parts.join(', ');
}

/** What was given and what is proposed. Where these are one, or only one is there, it is the proposal. */
export function beforeAndAfter({ attempts, result }: Pick<TraceHead, 'attempts' | 'result'>): {
  readonly before?: AttemptHead;
  readonly after?: AttemptHead;
} {
  const before = attempts.find(({ by }) => by === 'input');
  const ofRound = attempts.filter(({ round }) => round === result.round);
  const after = ofRound.find(({ query }) => query === result.query) ?? ofRound[0];
  return { ...(before && before !== after && { before }), ...(after && { after }) };
}

export const number = (value: number): string => value.toLocaleString('en');

export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;
