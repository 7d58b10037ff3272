/** Texts about a repair. */
import { formatNumber, plural, t } from '../l10n';
import type { Agreement, RepairResult, Usage } from '../../../server/src/protocol/index';
import type { AttemptHead, TraceHead } from '../messages';

export function outcomeTitle({ kind, level }: RepairResult): string {
  switch (kind) {
    case 'repaired':
      return t('Repaired');
    case 'unchanged':
      return t('Unchanged');
    case 'unanswerable':
      return level === 'data'
        ? t('Unanswerable: the facts are missing')
        : level === 'schema'
          ? t('Unanswerable: the relations are missing')
          : t('Unanswerable');
    case 'failed':
      return t('Repair failed');
  }
}

/** Why this query was chosen; undefined if there was no choice. */
export function basisText({ kind, basis, support }: RepairResult): string | undefined {
  // A single attempt is not a vote.
  const votes =
    support && support.of > 1
      ? t('{0} of {1} attempts agree on the answer', support.agreeing, formatNumber(support.of))
      : undefined;
  if (kind === 'failed') return undefined;
  if (kind === 'unanswerable') return votes;
  switch (basis) {
    case 'verified':
      return [t('every check passed'), votes].filter(Boolean).join(', ');
    case 'self-consistency':
      return votes ?? t('it is the only attempt with an answer');
    case 'best':
      return kind === 'repaired' ? t('it is the best attempt, but not every check passed') : undefined;
  }
}

export const authorText = ({ by }: Pick<AttemptHead, 'by'>, model: string | undefined): string =>
  by === 'input'
    ? t('Your query')
    : by === 'search'
      ? t('Search without a model')
      : t('Model {0}', model ?? '').trim();

export function usageText({ calls, tokens, money }: Usage): string {
  if (calls === 0) return t('no model used');
  const [input, output] = [formatNumber(tokens.input), formatNumber(tokens.output)];
  const parts = [
    plural(calls, '{0} call', '{0} calls'),
    t('{0} ({1} in, {2} out)', tokenText(tokens), input, output),
  ];
  if (money !== undefined) parts.push(t('cost {0}', moneyText(money)));
  return parts.join(', ');
}

/** The number of tokens, with "about" if it is an estimate. */
export function tokenText({ input, output, estimated }: Usage['tokens']): string {
  const total = input + output;
  return estimated
    ? plural(total, 'about {0} token', 'about {0} tokens')
    : plural(total, '{0} token', '{0} tokens');
}

/** Two decimal places, or more for a small amount. */
export const moneyText = (money: number): string =>
  money === 0 || money >= 0.01 ? money.toFixed(2) : money.toPrecision(2);

export const durationText = (milliseconds: number): string =>
  milliseconds < 1000
    ? t('{0} ms', formatNumber(Math.round(milliseconds)))
    : t('{0} s', (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1));

/** The summary of an attempt. */
export interface AttemptSummary {
  readonly errors: number;
  readonly warnings: number;
  /** Findings of lower severity. */
  readonly hints: number;
  readonly answer: string;
  readonly agreement: Agreement['verdict'] | 'unjudged';
}

export function summarizeAttempt(attempt: AttemptHead): AttemptSummary {
  const count = (severities: readonly string[]): number =>
    attempt.findings.filter(({ severity }) => severities.includes(severity)).length;
  return {
    errors: count(['error']),
    warnings: count(['warning']),
    hints: count(['information', 'hint']),
    answer: answerText(attempt),
    agreement: attempt.agreement?.verdict ?? 'unjudged',
  };
}

export function answerText({ execution, answers }: Pick<AttemptHead, 'execution' | 'answers'>): string {
  if (!execution) return t('not run');
  switch (execution.status) {
    case 'refused':
      return t('rejected');
    case 'timed-out':
      return t('timed out');
    case 'unreachable':
      return t('KB unreachable');
    case 'answered':
  }
  const { answer, incomplete } = execution;
  if (answer.kind === 'boolean') return answer.value ? t('yes') : t('no');
  if (answer.kind === 'done') return t('done');
  const amount = answers
    ? plural(answers.length, '{0} answer', '{0} answers')
    : plural(answer.total, '{0} row', '{0} rows');
  if (incomplete) return t('{0}, incomplete', amount);
  return answer.total === 0 ? t('empty') : amount;
}

export const agreementTexts = (): Readonly<Record<AttemptSummary['agreement'], string>> => ({
  same: t('yes'),
  different: t('no'),
  unknown: t('not known'),
  unjudged: t('not checked'),
});

export function findingsText({ errors, warnings, hints }: AttemptSummary): string {
  const parts = [
    errors > 0 && plural(errors, '{0} error', '{0} errors'),
    warnings > 0 && plural(warnings, '{0} warning', '{0} warnings'),
    hints > 0 && plural(hints, '{0} hint', '{0} hints'),
  ].filter(Boolean);
  return parts.length === 0 ? t('no findings') : parts.join(', ');
}

/** The input and the proposal. If they are the same attempt, `before` is absent. */
export function beforeAndAfter({ attempts, result }: Pick<TraceHead, 'attempts' | 'result'>): {
  readonly before?: AttemptHead;
  readonly after?: AttemptHead;
} {
  const before = attempts.find(({ by }) => by === 'input');
  const sameRound = attempts.filter(({ round }) => round === result.round);
  const after = sameRound.find(({ query }) => query === result.query) ?? sameRound[0];
  return { ...(before && before !== after && { before }), ...(after && { after }) };
}
