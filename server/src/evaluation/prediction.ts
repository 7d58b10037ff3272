/**
 * What came of one question: a line of `predictions.jsonl`. All that scores are worked out of, and nothing that differs from one run
 * to the next by itself: times stand elsewhere, so that a run that is replayed gives the very same lines.
 */
import type { ReachedLimit } from '../core/ask/limited-kb';
import type { StrategyName } from '../core/ask/strategy';
import type { Usage } from '../core/model/language-model';
import type { Strength } from '../core/check/verifier';

export interface Prediction {
  readonly id: string;
  readonly question: string;
  readonly kind: 'answer' | 'unanswerable' | 'failed';
  readonly level?: 'schema' | 'data';
  /** Ids and values. */
  readonly answers: readonly string[];
  readonly names: readonly string[];
  /** There are more answers than were asked for. */
  readonly more?: true;
  /** Of what the KB has no facts for, the query that asks it and is empty. Null where no query asks it. */
  readonly query: string | null;
  readonly sexpr?: string;
  readonly strategy: StrategyName;
  readonly fellBackFrom?: StrategyName;
  readonly confidence: number;
  readonly rounds: number;
  /** To the KB. */
  readonly queries: number;
  readonly usage: Usage;
  /** A cap was struck: what was cut off depends on the moment, so that a replay may come out otherwise. */
  readonly capped?: ReachedLimit;
  /** The record that was replayed lacks something of it, so that nothing is known. */
  readonly unrecorded?: true;
  /** Ids, the best first: what the question was taken to name. */
  readonly entities: readonly string[];
  /** Ids, the best first: what the retriever found, whatever the strategy made of it. */
  readonly retrieved: {
    readonly relations: readonly string[];
    readonly classes: readonly string[];
    /** As `a.b.c` and `^a.b.c`, with a space between steps. */
    readonly paths: readonly string[];
  };
  /** Every query that was looked at, in that order. */
  readonly attempts: readonly PredictedAttempt[];
  /** Codes of checks, sorted: those that found something or asked the KB. Without any other, all of this would be the very same. */
  readonly effects?: readonly string[];
  readonly explanation: string;
  readonly troubles: readonly string[];
}

export interface PredictedAttempt {
  readonly query: string;
  readonly sexpr?: string;
  /** Absent where it was not run. */
  readonly answers?: readonly string[];
  readonly findings: readonly {
    readonly code: string;
    readonly rule?: string;
    readonly strength: Strength;
  }[];
  /** Whether every check had its say: one that did not may be silent for that reason. */
  readonly checked: boolean;
  readonly chosen: boolean;
}

/** A line of `times.jsonl`. */
export interface Times {
  readonly id: string;
  readonly milliseconds: number;
  readonly kbMilliseconds: number;
  readonly modelMilliseconds: number;
}
