/** What a query is worth: the lower, the better. */
import type { Execution } from '../../kb/knowledge-base';
import type { Finding } from '../../check/verifier';
import type { CheckedQuery } from './check-query';

const STRONG = 6;
const WARNING = 1.5;
const LESS = 0.3;
export const EMPTY = 5;
const CLOSENESS = 8;

/** `cost` is what it took to come to it. */
export function scoreOf(
  { findings, empty, closeness, model, execution }: CheckedQuery,
  cost: number,
): number {
  return (
    findings.reduce((sum, finding) => sum + weightOf(finding), 0) +
    (model.parses ? 0 : 2 * STRONG) +
    (empty === true || isUnanswered(execution) ? EMPTY : 0) +
    CLOSENESS * (1 - closeness) +
    cost
  );
}

/** That the answer is empty counts by itself. */
function weightOf({ strength, severity, code }: Finding): number {
  if (code === 'egf') return 0;
  if (strength === 'strong') return STRONG;
  return severity === 'error' || severity === 'warning' ? WARNING : severity === 'information' ? LESS : 0;
}

/** What the KB refuses, or takes too long over, is no better than what it has no answer to. */
function isUnanswered(execution: Execution | undefined): boolean {
  return execution?.status === 'refused' || execution?.status === 'timed-out';
}

/** Whether nothing speaks against it. */
export function isSound({ findings, empty, model, execution }: CheckedQuery): boolean {
  return (
    model.parses &&
    empty !== true &&
    !isUnanswered(execution) &&
    findings.every((finding) => weightOf(finding) < WARNING)
  );
}
