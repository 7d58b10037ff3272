/** All that a watcher may show while a query is repaired, and what comes of it. All of it can be written as JSON. */
import type { Execution } from '../kb/knowledge-base';
import type { Usage } from '../model/language-model';
import type { Agreement, Reading } from '../describe/description';
import type { Finding, Stage } from '../check/verifier';
import type { Attempt } from './attempt';

export type RepairEvent =
  /** Someone begins to work on the next query. */
  | { readonly type: 'proposing'; readonly round: number; readonly by: Attempt['by'] }
  /** How far a search is, or what of its reply a model has sent. */
  | { readonly type: 'progress'; readonly round: number; readonly message: string }
  | { readonly type: 'proposed'; readonly round: number; readonly by: Attempt['by']; readonly query: string }
  | {
      readonly type: 'verified';
      readonly round: number;
      readonly stage: Stage;
      readonly findings: readonly Finding[];
    }
  | { readonly type: 'executed'; readonly round: number; readonly execution: Execution }
  | {
      readonly type: 'read';
      readonly round: number;
      readonly reading: Reading;
      readonly agreement: Agreement;
    }
  | { readonly type: 'attempted'; readonly attempt: Attempt }
  | { readonly type: 'feedback'; readonly round: number; readonly text: string }
  /** What did not work, though the repair goes on. */
  | { readonly type: 'trouble'; readonly round: number; readonly message: string }
  | { readonly type: 'decided'; readonly result: RepairResult };

export interface RepairResult {
  readonly kind: RepairKind;
  /** What is proposed; what was given, where nothing better was found. */
  readonly query: string;
  /** The round that it is from. */
  readonly round: number;
  /** Why this one: every check passed, the votes of several, or the least that is wrong. */
  readonly basis: 'verified' | 'self-consistency' | 'best';
  /** How many attempts gave this answer, of how many that gave any. */
  readonly support?: { readonly agreeing: number; readonly of: number };
  /** Of what is unanswerable: a query agrees with the question but the KB has no such facts, or none does. */
  readonly level?: 'data' | 'schema';
  /** A sentence or two for the user. */
  readonly explanation: string;
  /** If unanswerable: what seems to be missing, and the nearest names. */
  readonly missing?: readonly string[];
  readonly nearest?: readonly string[];
}

/**
 * - `repaired`: the query is better than what was given.
 * - `unchanged`: what was given stays, because nothing is wrong with it or nothing better was found; its findings say which.
 * - `unanswerable`: see `level`.
 * - `failed`: the work could not be done: the explanation says what to do. What was given stays.
 */
export type RepairKind = 'repaired' | 'unchanged' | 'unanswerable' | 'failed';

/** The whole of a repair, to be shown, kept and compared. */
export interface RepairTrace {
  readonly question?: string;
  /** By name; absent where there was none. */
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
