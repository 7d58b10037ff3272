/** Repairing a query. */
import type { RepairEvent, RepairTrace } from '../core/repair/repair-events';
import type { Problem } from './consent';
import type { ModelInfo } from './models';
import type { RunTarget } from './run';
import type { LineRange } from './status';

/** A command of the client, named by quick fixes and code lenses: repairs a query. */
export const REPAIR_COMMAND = 'funfusic.repairQuery';

/** The scheme under which an editor shows what a repair proposes; a proposal is not repaired itself. */
export const PROPOSAL_SCHEME = 'funfusic-proposal';

export type RepairArguments = readonly [uri: string, range: LineRange];

/** Repairs the query around a place; answered with a `RepairReply`. Nothing is changed. Cancelling the request stops it. */
export const REPAIR_REQUEST = 'funfusic/repair';

export interface RepairParams {
  readonly textDocument: { readonly uri: string };
  readonly range: LineRange;
  /** Where the query does not say its question. */
  readonly question?: string;
  /** No model is asked, whatever the settings say. */
  readonly withoutModel?: boolean;
  /** As for a run: tells how a KB is made ready, and with it `REPAIR_EVENT_NOTIFICATION`s tell what happens. */
  readonly progress?: string;
}

export type RepairReply =
  | {
      readonly trace: RepairTrace;
      /** The query as it stood and where; the offsets of the trace's first attempt start there. */
      readonly range: LineRange;
      readonly before: string;
      /**
       * The proposal as it would stand there, with the comments, prefixes and names of before; alike where nothing changes. A question
       * that the query did not say stands above it.
       */
      readonly after: string;
    }
  | Problem;

/** Asks what a `REPAIR_REQUEST` at a place would be about; answered with a `RepairTargetResult`. */
export const REPAIR_TARGET_REQUEST = 'funfusic/repairTarget';

export type RepairTargetResult = RepairTarget | { readonly problem: string };

/** As for a run, because the query will be run; but always the whole query. */
export interface RepairTarget extends RunTarget {
  readonly range: LineRange;
  /** How many queries are tried at most, with the one that is there. */
  readonly rounds: number;
  /** Absent where none is chosen. */
  readonly model?: ModelInfo;
}

/** Sent by the server while a repair goes on. */
export const REPAIR_EVENT_NOTIFICATION = 'funfusic/repairEvent';

export interface RepairEventParams {
  readonly progress: string;
  readonly event: RepairEvent;
}
