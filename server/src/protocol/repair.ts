/** Repairing a query. */
import type { ModelInfo } from './models';
import type { RunTarget } from './run';
import type { Problem } from './status';
import type {
  Agreement,
  Attempt,
  Execution,
  LineRange,
  QueryDescription,
  RepairResult,
  RepairTrace,
} from './values';

/** A command of the client for quick fixes and code lenses: repairs a query. */
export const REPAIR_COMMAND = 'funfusic.repairQuery';

/** The URI scheme of the documents that show a proposal. A proposal is not repaired itself. */
export const PROPOSAL_SCHEME = 'funfusic-proposal';

export type RepairArguments = readonly [uri: string, range: LineRange];

export interface RepairParams {
  readonly textDocument: { readonly uri: string };
  readonly range: LineRange;
  /** Used if the document does not state the question. */
  readonly question?: string;
  /** Use no model, even if the settings select one. */
  readonly withoutModel?: boolean;
  /** The key of `RUN_PROGRESS_NOTIFICATION`s and `REPAIR_EVENT_NOTIFICATION`s about this request. */
  readonly progress?: string;
}

export type RepairReply =
  | {
      readonly trace: RepairTrace;
      /** The query and its range when the repair began. The offsets of the first attempt are relative to it. */
      readonly range: LineRange;
      readonly before: string;
      /**
       * The text that replaces `before`, with the same comments, prefixes and names; equal to `before` if nothing changes. If the document
       * does not state the question, it is added above.
       */
      readonly after: string;
    }
  | Problem;

export type RepairTargetResult = RepairTarget | Problem;

/** Like the target of a run, but always a whole query. */
export interface RepairTarget extends RunTarget {
  readonly range: LineRange;
  /** The maximum number of queries that are tried, including the given one. */
  readonly rounds: number;
  /** Absent if no model is selected. */
  readonly model?: ModelInfo;
}

export interface RepairEventParams {
  readonly progress: string;
  readonly event: RepairEvent;
}

export type RepairEvent =
  | { readonly type: 'proposing'; readonly round: number; readonly by: Attempt['by'] }
  | { readonly type: 'progress'; readonly round: number; readonly message: string }
  | { readonly type: 'proposed'; readonly round: number; readonly by: Attempt['by']; readonly query: string }
  | {
      readonly type: 'verified';
      readonly round: number;
      readonly stage: Attempt['findings'][number]['stage'];
      readonly findings: Attempt['findings'];
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
  /** A problem that does not end the repair. */
  | { readonly type: 'trouble'; readonly round: number; readonly message: string }
  | { readonly type: 'decided'; readonly result: RepairResult };
