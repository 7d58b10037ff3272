/** Messages between the question page and the extension, besides those of every panel. */
import type { AskEvent, AskTrace, CandidateQuery } from '../../../server/src/protocol/index';
import type { ExecutionHead, TraceHead } from '../messages';

/** A question with its answer. It includes all rows that are shown. */
export interface ShownAnswer {
  readonly kind: 'asked';
  readonly asked: AskTraceHead;
  /** The query with its question as a document; undefined if there is no query. */
  readonly document?: string;
  /** The position among the questions, from 0 for the oldest; undefined for the only one. */
  readonly place?: { readonly at: number; readonly of: number };
  readonly pinned: boolean;
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
  /** All events until now; later ones follow as `askEvent`. */
  readonly events: readonly AskEventHead[];
}

/** Followed by `show` or `stopped`. */
export type AskPanelMessage =
  | { readonly type: 'asking'; readonly asking: AskingState }
  | { readonly type: 'askEvent'; readonly event: AskEventHead };
