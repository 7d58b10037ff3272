/** Executions without an answer. */
import type { Execution } from '../kb/knowledge-base';
import type { TextRange } from '../language/text/range';

export type FailedExecution = Exclude<Execution, { readonly status: 'answered' }>;
export type RefusedExecution = Extract<Execution, { readonly status: 'refused' }>;

export function refused(message: string, place?: TextRange): RefusedExecution {
  return { status: 'refused', message, ...(place && { place }) };
}

export function timedOut(message: string): FailedExecution {
  return { status: 'timed-out', message };
}

export function unreachable(message: string): FailedExecution {
  return { status: 'unreachable', message };
}
