/** Messages between the result panel and the extension. */
import type {
  Attempt,
  EntityCard,
  EntityFacts,
  Execution,
  ExplainReply,
  GraphResult,
  RepairTrace,
  AnswerRow,
  Run,
  WhyEmpty,
} from '../../server/src/protocol/index';
import type { ShownAnswer, AskPanelMessage } from './ask/ask-messages';
import type { FromPanel } from './from-panel';
import type { TableState } from './table-state';

/** The content of a panel. Rows of tables are sent separately. */
export type ShownContent = ShownTable | ShownTrace | ShownExplanation | ShownAnswer;

/** Content with a table, unless the run failed. */
export type ShownTable = ShownRun | ShownComparison;

export interface ShownRun {
  readonly kind: 'run';
  readonly run: RunHead;
  readonly pinned: boolean;
}

/** A run without its rows. */
export type RunHead = Omit<Run, 'execution'> & { readonly execution: ExecutionHead };

export type ExecutionHead =
  | Exclude<Execution, { readonly status: 'answered' }>
  | (Omit<Extract<Execution, { readonly status: 'answered' }>, 'answer'> & { readonly answer: AnswerHead });

export type AnswerHead =
  | {
      /** Triples are shown as a table too. */
      readonly kind: 'table' | 'graph';
      readonly columns: readonly string[];
      readonly total: number;
    }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'done' };

/** The comparison of two results. The first column tells in which of them a row occurs. */
export interface ShownComparison {
  readonly kind: 'comparison';
  readonly a: RunHead;
  readonly b: RunHead;
  readonly columns: readonly string[];
  readonly total: number;
  readonly counts: { readonly onlyA: number; readonly onlyB: number; readonly both: number };
  /** How the columns were matched if that is not obvious, or why they were not. */
  readonly note?: string;
}

/** The trace of a repair, including all rows that are shown. */
export interface ShownTrace {
  readonly kind: 'trace';
  readonly trace: TraceHead;
  readonly pinned: boolean;
}

/** A trace with only the first rows of each answer. */
export type TraceHead = Omit<RepairTrace, 'attempts'> & { readonly attempts: readonly AttemptHead[] };

export type AttemptHead = Omit<Attempt, 'execution'> & {
  readonly execution?: ExecutionHead;
  readonly rows: readonly AnswerRow[];
};

/** The description of a query. */
export interface ShownExplanation {
  readonly kind: 'explanation';
  readonly explained: ExplainedQuery;
}

export type ExplainedQuery = Exclude<ExplainReply, { readonly problem: string }>;

export interface RunningQuery {
  readonly kb: string;
  readonly query: string;
  readonly question?: string;
  /** Milliseconds since the start, because the clocks of extension and page may differ. */
  readonly elapsed: number;
  readonly message?: string;
  readonly share?: number;
}

export type ToPanel =
  | { readonly type: 'running'; readonly running: RunningQuery }
  /** A run that did not finish. */
  | { readonly type: 'stopped'; readonly message: string; readonly failed: boolean }
  | {
      readonly type: 'show';
      readonly key: string;
      readonly shown: ShownContent;
      readonly rows: readonly AnswerRow[];
      readonly state?: PanelState;
    }
  /** Further rows, in order, until `total` is reached. */
  | { readonly type: 'rows'; readonly key: string; readonly rows: readonly AnswerRow[] }
  | { readonly type: 'pinned'; readonly pinned: boolean }
  /** Whether the explained query has changed since. */
  | { readonly type: 'stale'; readonly stale: boolean }
  | { readonly type: 'answer'; readonly id: number; readonly result: PanelReplies[PanelRequest] }
  | { readonly type: 'answer'; readonly id: number; readonly problem: string }
  | AskPanelMessage
  /** A command of the editor that the page executes. */
  | { readonly type: 'command'; readonly command: PanelCommand };

export type PanelCommand = 'copy' | 'filter' | 'help';

export type { FromPanel };

/** Requests of the panel with their results. The parameters are those of the requests to the server. */
export interface PanelReplies {
  readonly entities: Readonly<Record<string, EntityCard>>;
  readonly facts: EntityFacts;
  readonly neighbourhood: GraphResult;
  readonly pattern: GraphResult;
  readonly whyEmpty: WhyEmpty;
}
export type PanelRequest = keyof PanelReplies;
export type ParamsOf<What extends PanelRequest> = Extract<
  FromPanel,
  { readonly type: 'ask'; readonly what: What }
>['params'];

export type Tab = 'results' | 'graph' | 'pattern' | 'query';

/** The state that a panel restores after the window reloads. */
export interface PanelState {
  readonly version: 1;
  /** The IDs of the shown run, or of the two that are compared. */
  readonly runs: readonly string[];
  readonly tab: Tab;
  readonly table: TableState;
  /** On a question page: the sections that the user has opened or closed, and the text of the question box. */
  readonly asked?: {
    readonly open: Readonly<Record<string, boolean>>;
    readonly next?: string;
    /** The running question. */
    readonly going?: { readonly question: string; readonly kb: string };
  };
}

/** Returns undefined for an invalid state, or for one of another version. */
export function asPanelState(value: unknown): PanelState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const state = value as Partial<PanelState>;
  const isValid =
    state.version === 1 &&
    Array.isArray(state.runs) &&
    state.runs.every((id) => typeof id === 'string') &&
    typeof state.tab === 'string' &&
    typeof state.table === 'object' &&
    (state.table as unknown) !== null;
  return isValid ? (state as PanelState) : undefined;
}
