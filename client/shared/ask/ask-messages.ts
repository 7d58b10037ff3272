/** The messages between the extension and the question page that other panels do not have. */
import type { AskEvent, AskTrace, CandidateQuery } from '../../../server/src/protocol/index';
import type { ExecutionHead, TraceHead } from '../messages';

/** A question with its answer, including all rows that are shown. */
export interface ShownAnswer {
  readonly kind: 'asked';
  readonly asked: AskTraceHead;
  /** The query with its question as a document; undefined if there is no query. */
  readonly document?: string;
  /** The position among the questions, from 0 for the oldest; undefined for the only one. */
  readonly place?: { readonly at: number; readonly of: number };
  /** Only for a question of an evaluation. */
  readonly evaluated?: EvaluatedAnswer;
  readonly pinned: boolean;
}

/** How an evaluation has scored an answer. */
export interface EvaluatedAnswer {
  readonly verdict: string;
  /** IDs of entities, and values: the first of them. */
  readonly expected: readonly string[];
  readonly expectedCount: number;
}

/** A trace without the rows of its candidates. */
export type AskTraceHead = Omit<AskTrace, 'considered' | 'repair'> & {
  readonly considered: readonly CandidateHead[];
  readonly repair?: TraceHead;
};

export type CandidateHead = Omit<CandidateQuery, 'execution'> & { readonly execution?: ExecutionHead };

/** An event without rows. */
export type AskEventHead =
  | Exclude<AskEvent, { readonly type: 'considered' | 'repair' | 'decided' }>
  | { readonly type: 'considered'; readonly considered: CandidateHead }
  /** A step of the repair loop. */
  | { readonly type: 'repairing'; readonly message: string };

/** A running question. */
export interface AskingState {
  readonly question: string;
  readonly kb: string;
  readonly model?: string;
  /** Milliseconds since the start. */
  readonly elapsed: number;
  /** The events so far. Later ones follow as `askEvent`. */
  readonly events: readonly AskEventHead[];
}

/** Messages while a question is running. `show` or `stopped` follows. */
export type AskPanelMessage =
  | { readonly type: 'asking'; readonly asking: AskingState }
  | { readonly type: 'askEvent'; readonly event: AskEventHead };
