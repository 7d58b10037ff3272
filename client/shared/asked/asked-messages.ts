/** What the page of a question that is asked, and its host in the extension, say to each other besides what every panel says. */
import type { AskEvent, AskTrace, CandidateQuery } from '../../../server/src/protocol/index';
import type { ExecutionHead, TraceHead } from '../messages';

/** A question that was asked, and what came of it. No rows follow: what is shown of them is in it. */
export interface ShownAsked {
  readonly kind: 'asked';
  readonly asked: AskedHead;
  /** The query as it would stand in a file of its own; absent where there is none. */
  readonly document?: string;
  /** Where it stands among those that were asked, from 0, the oldest first; absent where there is no other. */
  readonly place?: { readonly at: number; readonly of: number };
  readonly pinned: boolean;
}

/** As `askedHead` makes it: without the rows of what was tried on the way. */
export type AskedHead = Omit<AskTrace, 'considered' | 'repair'> & {
  readonly considered: readonly ConsideredHead[];
  readonly repair?: TraceHead;
};

export type ConsideredHead = Omit<CandidateQuery, 'execution'> & { readonly execution?: ExecutionHead };

/** As `askEventHead` makes it. */
export type AskEventHead =
  | Exclude<AskEvent, { readonly type: 'considered' | 'repair' | 'decided' }>
  | { readonly type: 'considered'; readonly considered: ConsideredHead }
  /** What the loop of repairs does, in a few words. */
  | { readonly type: 'repairing'; readonly message: string };

/** A question that is being asked. */
export interface Asking {
  readonly question: string;
  readonly kb: string;
  readonly model?: string;
  /** Milliseconds since it began. */
  readonly elapsed: number;
  /** All so far; more follow, one `askEvent` each. */
  readonly events: readonly AskEventHead[];
}

/** It ends with a `show` of a `ShownAsked`, or with `stopped`. */
export type ToAskedPanel =
  | { readonly type: 'asking'; readonly asking: Asking }
  | { readonly type: 'askEvent'; readonly event: AskEventHead };
