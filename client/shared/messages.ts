/** What the result panel and its host in the extension say to each other. */
import type {
  Attempt,
  EntityCard,
  EntityFacts,
  Execution,
  ExplainReply,
  GraphResult,
  RepairTrace,
  Row,
  Run,
  WhyEmpty,
} from '../../server/src/protocol/index';
import type { ShownAsked, ToAskedPanel } from './asked/asked-messages';
import type { FromPanel } from './from-panel';
import type { TableState } from './table-state';

/** What kind of thing the panel shows, and all of it but the rows, which follow. */
export type Shown = ShownTable | ShownTrace | ShownExplanation | ShownAsked;

/** What is shown as a table, where there is one. */
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

/** Two results side by side. The first column of its rows says where a row is. */
export interface ShownComparison {
  readonly kind: 'comparison';
  readonly a: RunHead;
  readonly b: RunHead;
  readonly columns: readonly string[];
  readonly total: number;
  readonly counts: { readonly onlyA: number; readonly onlyB: number; readonly both: number };
  /** How the columns of the two were matched, where that is not plain; or why they could not be. */
  readonly note?: string;
}

/** How a query was repaired. No rows follow: what is shown of them is in it. */
export interface ShownTrace {
  readonly kind: 'trace';
  readonly trace: TraceHead;
  readonly pinned: boolean;
}

/** A trace with only the first rows of what each attempt answered. */
export type TraceHead = Omit<RepairTrace, 'attempts'> & { readonly attempts: readonly AttemptHead[] };

export type AttemptHead = Omit<Attempt, 'execution'> & {
  readonly execution?: ExecutionHead;
  readonly rows: readonly Row[];
};

/** A query in words. */
export interface ShownExplanation {
  readonly kind: 'explanation';
  readonly explained: Explained;
}

export type Explained = Exclude<ExplainReply, { readonly problem: string }>;

export interface Running {
  readonly kb: string;
  readonly query: string;
  readonly question?: string;
  /** Milliseconds since it began: the clocks of host and panel may differ. */
  readonly elapsed: number;
  readonly message?: string;
  readonly share?: number;
}

export type ToPanel =
  | { readonly type: 'running'; readonly running: Running }
  /** A run that did not finish. */
  | { readonly type: 'stopped'; readonly message: string; readonly failed: boolean }
  | {
      readonly type: 'show';
      readonly key: string;
      readonly shown: Shown;
      readonly rows: readonly Row[];
      readonly state?: PanelState;
    }
  /** In order, until there are as many as were announced. */
  | { readonly type: 'rows'; readonly key: string; readonly rows: readonly Row[] }
  | { readonly type: 'pinned'; readonly pinned: boolean }
  /** Whether the query that is explained has changed since. */
  | { readonly type: 'stale'; readonly stale: boolean }
  | { readonly type: 'answer'; readonly id: number; readonly result: Replies[Question] }
  | { readonly type: 'answer'; readonly id: number; readonly problem: string }
  | ToAskedPanel
  /** A command of the editor that the panel carries out. */
  | { readonly type: 'command'; readonly command: PanelCommand };

export type PanelCommand = 'copy' | 'filter' | 'help';

export type { FromPanel };

/** What the panel asks, and what it is told. The parameters are those of the requests to the server. */
export interface Replies {
  readonly entities: Readonly<Record<string, EntityCard>>;
  readonly facts: EntityFacts;
  readonly neighbourhood: GraphResult;
  readonly pattern: GraphResult;
  readonly whyEmpty: WhyEmpty;
}
export type Question = keyof Replies;
export type ParamsOf<What extends Question> = Extract<
  FromPanel,
  { readonly type: 'ask'; readonly what: What }
>['params'];

export type Tab = 'results' | 'graph' | 'pattern' | 'query';

/** What a panel comes back with after the window was loaded anew. */
export interface PanelState {
  readonly version: 1;
  /** The runs shown: one, or the two that are compared. */
  readonly runs: readonly string[];
  readonly tab: Tab;
  readonly table: TableState;
  /** Of a question asked: which parts the user has opened or closed, and what stands in the box for the next. */
  readonly asked?: {
    readonly open: Readonly<Record<string, boolean>>;
    readonly next?: string;
    /** The one whose answer had not come yet. */
    readonly going?: { readonly question: string; readonly kb: string };
  };
}

/** A state that another version wrote, or somebody else, is no state. */
export function asPanelState(value: unknown): PanelState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const state = value as Partial<PanelState>;
  const whole =
    state.version === 1 &&
    Array.isArray(state.runs) &&
    state.runs.every((id) => typeof id === 'string') &&
    typeof state.tab === 'string' &&
    typeof state.table === 'object' &&
    (state.table as unknown) !== null;
  return whole ? (state as PanelState) : undefined;
}
