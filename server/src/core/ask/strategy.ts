/** The interface and the outcome of a strategy. */
import type { RepairTrace } from '../repair/repair-events';
import type { Linking } from '../question/linking/linking';
import type { AskProgress, CandidateQuery } from './ask-events';
import type { AskOptions, AskPorts, AskTask } from './ask-ports';

export const STRATEGY_NAMES = ['fun-fusic', 'rng-kbqa', 'chatkbqa', 'fidelis'] as const;
export type StrategyName = (typeof STRATEGY_NAMES)[number];

export interface Strategy {
  readonly name: StrategyName;
  readonly needsModel: boolean;
  /** Rejects only when `signal` is aborted. */
  run(input: StrategyInput): AskProgress<StrategyOutcome>;
}

/** The question with its linked entities. The caller enforces the limits of the ports. */
export interface StrategyInput {
  readonly task: AskTask;
  readonly linking: Linking;
  readonly ports: AskPorts;
  readonly options: AskOptions;
  readonly signal: AbortSignal;
}

export interface StrategyOutcome {
  /** Best first. The first one that is `chosen` gives the answer. */
  readonly considered: readonly CandidateQuery[];
  readonly verdict: 'answer' | 'unanswerable' | 'nothing' | 'failed';
  /** Set if the question was not understood; `explanation` says why. */
  readonly refusal?: 'not-understood';
  readonly level?: 'schema' | 'data';
  /** Between 0 and 1. */
  readonly confidence: number;
  /** The reasons for the confidence, a sentence each. */
  readonly because: readonly string[];
  /** A sentence or two for the user. */
  readonly explanation: string;
  readonly missing?: readonly string[];
  readonly nearest?: readonly string[];
  /** The number of executed queries, or of rounds of the repair loop. */
  readonly rounds: number;
  /** The strategy has weighed all checks, so the confidence is final. */
  readonly judged?: boolean;
  /** The confidence is a probability that includes the replies of a model, so the threshold applies to it. */
  readonly weighed?: boolean;
  /** The replies of the model were inconclusive, so the question should be asked without it. */
  readonly inconclusive?: boolean;
  /** The trace of the repair loop, if it was used. */
  readonly repair?: RepairTrace;
}

/** An outcome; without further details, there are neither candidates nor confidence. */
export function toOutcome(
  verdict: StrategyOutcome['verdict'],
  explanation: string,
  details: Partial<StrategyOutcome> = {},
): StrategyOutcome {
  return { considered: [], verdict, confidence: 0, because: [], explanation, rounds: 0, ...details };
}
