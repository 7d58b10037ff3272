/** The score of a query: the lower, the better. */
import type { Execution } from '../../kb/knowledge-base';
import type { Finding } from '../../check/verifier';
import { isCertain } from '../checks';
import type { CheckedQuery } from './check-query';

const STRONG_WEIGHT = 6;
const WARNING_WEIGHT = 1.5;
const INFORMATION_WEIGHT = 0.3;
export const EMPTY_WEIGHT = 5;
const CLOSENESS_WEIGHT = 8;

/** `cost` is the sum of the costs of its moves. */
export function scoreOf(
  { findings, empty, closeness, model, execution }: CheckedQuery,
  cost: number,
): number {
  return (
    findings.reduce((sum, finding) => sum + weightOf(finding), 0) +
    (model.parses ? 0 : 2 * STRONG_WEIGHT) +
    (empty === true || isUnanswered(execution) ? EMPTY_WEIGHT : 0) +
    CLOSENESS_WEIGHT * (1 - closeness) +
    cost
  );
}

/** An empty answer is counted separately. */
function weightOf(finding: Finding): number {
  const { severity, code } = finding;
  if (code === 'egf') return 0;
  if (isCertain(finding)) return STRONG_WEIGHT;
  if (severity === 'error' || severity === 'warning') return WARNING_WEIGHT;
  return severity === 'information' ? INFORMATION_WEIGHT : 0;
}

/** A rejected query or a timeout counts like an empty answer. */
function isUnanswered(execution: Execution | undefined): boolean {
  return execution?.status === 'refused' || execution?.status === 'timed-out';
}

/** Whether it has an answer or was not run, and no errors or warnings. */
export function isSound({ findings, empty, model, execution }: CheckedQuery): boolean {
  return (
    model.parses &&
    empty !== true &&
    !isUnanswered(execution) &&
    findings.every((finding) => weightOf(finding) < WARNING_WEIGHT)
  );
}
