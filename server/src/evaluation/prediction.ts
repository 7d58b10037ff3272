/**
 * The result of one question: a line of `predictions.jsonl`. Contains everything that scores need. Times are stored elsewhere, so
 * that a replay gives exactly the same lines.
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
  /** IDs and values. */
  readonly answers: readonly string[];
  readonly names: readonly string[];
  /** There are more answers than were read. */
  readonly more?: true;
  /** If facts are missing, the query that asks the question and has no answer. Null if no query asks it. */
  readonly query: string | null;
  readonly sexpr?: string;
  readonly strategy: StrategyName;
  readonly fellBackFrom?: StrategyName;
  readonly confidence: number;
  readonly rounds: number;
  /** Number of queries to the KB. */
  readonly queries: number;
  readonly usage: Usage;
  /** The limit that was reached. Where it cuts off depends on timing, so a replay may differ. */
  readonly capped?: ReachedLimit;
  /** The replayed record is incomplete, so the result is unknown. */
  readonly unrecorded?: true;
  /** The question is an exemplar itself. The model was not shown that exemplar. */
  readonly isExemplar?: true;
  /** IDs of linked entities, the best first. */
  readonly entities: readonly string[];
  /** IDs from the retriever, the best first, whether the strategy used them or not. */
  readonly retrieved: {
    readonly relations: readonly string[];
    readonly classes: readonly string[];
    /** Steps `a.b.c` and `^a.b.c`, separated by spaces. */
    readonly paths: readonly string[];
  };
  /** Every query that was tried, in order. */
  readonly attempts: readonly PredictedAttempt[];
  /** Sorted codes of the checks that reported a finding or queried the KB. Switching off any other check has no effect. */
  readonly effects?: readonly string[];
  readonly explanation: string;
  readonly troubles: readonly string[];
}

export interface PredictedAttempt {
  readonly query: string;
  readonly sexpr?: string;
  /** Absent if the query was not run. */
  readonly answers?: readonly string[];
  readonly findings: readonly {
    readonly code: string;
    readonly rule?: string;
    readonly strength: Strength;
  }[];
  /** Whether all checks ran. If not, the absence of a finding is not informative. */
  readonly checked: boolean;
  readonly chosen: boolean;
}

/** The predictions of a run by question ID. A saved run reads each from its file, because all of them may not fit into memory. */
export interface Predictions {
  readonly size: number;
  has(id: string): boolean;
  get(id: string): Prediction | undefined;
  keys(): Iterable<string>;
  values(): Iterable<Prediction>;
}

/** A line of `times.jsonl`. */
export interface QuestionTimes {
  readonly id: string;
  readonly milliseconds: number;
  readonly kbMilliseconds: number;
  readonly modelMilliseconds: number;
}
