/** The events, the result and the trace of a repair. All of them can be serialized as JSON. */
import type { Execution } from '../kb/knowledge-base';
import type { Usage } from '../model/language-model';
import type { Agreement, QueryDescription } from '../describe/description';
import type { Finding, VerifierStage } from '../check/verifier';
import type { Attempt } from './attempt';

export type RepairEvent =
  /** The search or the model starts to work on the next query. */
  | { readonly type: 'proposing'; readonly round: number; readonly by: Attempt['by'] }
  /** The progress of the search, or a part of the reply of the model. */
  | { readonly type: 'progress'; readonly round: number; readonly message: string }
  | { readonly type: 'proposed'; readonly round: number; readonly by: Attempt['by']; readonly query: string }
  | {
      readonly type: 'verified';
      readonly round: number;
      readonly stage: VerifierStage;
      readonly findings: readonly Finding[];
    }
  | { readonly type: 'executed'; readonly round: number; readonly execution: Execution }
  | {
      readonly type: 'read';
      readonly round: number;
      readonly reading: QueryDescription;
      readonly agreement: Agreement;
    }
  | { readonly type: 'attempted'; readonly attempt: Attempt }
  | { readonly type: 'feedback'; readonly round: number; readonly text: string }
  /** A failure that does not end the repair. */
  | { readonly type: 'trouble'; readonly round: number; readonly message: string }
  | { readonly type: 'decided'; readonly result: RepairResult };

export interface RepairResult {
  readonly kind: RepairKind;
  /** The proposed query, or the given one if nothing better was found. */
  readonly query: string;
  readonly round: number;
  /** Why it was chosen: it passes every check, won the vote, or has the fewest faults. */
  readonly basis: 'verified' | 'self-consistency' | 'best';
  /** The number of attempts with this answer, of all with an answer. */
  readonly support?: { readonly agreeing: number; readonly of: number };
  /** If unanswerable: `data` if a query asks the question but the KB has no such facts, `schema` if no query asks it. */
  readonly level?: 'data' | 'schema';
  /** A sentence or two for the user. */
  readonly explanation: string;
  /** If unanswerable: what seems to be missing, and the most similar names. */
  readonly missing?: readonly string[];
  readonly nearest?: readonly string[];
}

/**
 * - `repaired`: the query is better than the given one.
 * - `unchanged`: the given query has no faults, or nothing better was found; see its findings.
 * - `unanswerable`: see `level`.
 * - `failed`: the repair was not possible, and the given query stays; the explanation says what to do.
 */
export type RepairKind = 'repaired' | 'unchanged' | 'unanswerable' | 'failed';

/** Everything that happened in a repair. */
export interface RepairTrace {
  readonly question?: string;
  /** The name of the KB, if there was one. */
  readonly kb?: string;
  readonly model?: string;
  /** ISO 8601. */
  readonly began: string;
  readonly milliseconds: number;
  readonly attempts: readonly Attempt[];
  readonly troubles: readonly string[];
  readonly result: RepairResult;
  readonly usage: Usage;
}
