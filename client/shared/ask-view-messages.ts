/** Messages between the Ask view and the extension. */
import type { AskResult } from '../../server/src/protocol/index';

/** The whole state of the view, sent after every change. */
export interface AskViewState {
  /** The selected KB and strategy. */
  readonly kb: string;
  readonly strategy: string;
  /** `none` for working without. */
  readonly model: string;
  /** The running question. */
  readonly running?: { readonly question: string; readonly message: string };
  /** The newest first. */
  readonly questions: readonly ListedQuestion[];
  /** Sample questions, shown if there are no earlier ones. */
  readonly samples: readonly string[];
}

export interface ListedQuestion {
  readonly id: string;
  readonly question: string;
  /** In short. */
  readonly answer: string;
  readonly verdict: AskResult['kind'];
  readonly kb: string;
  /** The time in short and in full. */
  readonly when: string;
  readonly date: string;
}

export type ToAskView =
  | { readonly type: 'state'; readonly state: AskViewState }
  /** Puts a question into the box, to be changed. */
  | { readonly type: 'write'; readonly question: string };

export type { FromAskView } from './from-ask-view';
