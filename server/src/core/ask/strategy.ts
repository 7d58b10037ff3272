/** The interface of the four strategies, and the outcome of one. */
import type { RepairTrace } from '../repair/repair-events';
import type { Linking } from '../question/linking/linking';
import type { AskEvent, CandidateQuery } from './ask-events';
import type { AskOptions, AskPorts, AskTask } from './ask-ports';

export const STRATEGIES = ['fun-fusic', 'rng-kbqa', 'chatkbqa', 'fidelis'] as const;
export type StrategyName = (typeof STRATEGIES)[number];

export interface Strategy {
  readonly name: StrategyName;
  /** `rng-kbqa` works without. */
  readonly needsModel: boolean;
  /** Rejects only when `signal` is aborted. The caller links entities and enforces the limits. */
  run(
    task: AskTask,
    linking: Linking,
    ports: AskPorts,
    options: AskOptions,
    signal: AbortSignal,
  ): AsyncGenerator<AskEvent, StrategyOutcome>;
}

export interface StrategyOutcome {
  /** The best first. The chosen one is the first that is `chosen`. */
  readonly considered: readonly CandidateQuery[];
  readonly verdict: 'answer' | 'unanswerable' | 'nothing' | 'failed';
  readonly level?: 'schema' | 'data';
  /** Between 0 and 1, and why, a sentence each. */
  readonly confidence: number;
  readonly because: readonly string[];
  /** A sentence or two for the user. */
  readonly explanation: string;
  readonly missing?: readonly string[];
  readonly nearest?: readonly string[];
  /** Queries that were tried, or rounds of the repair loop. */
  readonly rounds: number;
  /** The trace of the repair loop, if it was used. */
  readonly repair?: RepairTrace;
}

/** The outcome of a strategy without an answer. */
export function noAnswer(
  verdict: 'nothing' | 'failed',
  explanation: string,
  details: Partial<StrategyOutcome> = {},
): StrategyOutcome {
  return { considered: [], verdict, confidence: 0, because: [], explanation, rounds: 0, ...details };
}
