/** Messages between the Ask view and the extension. */
import type { AskResult } from '../../server/src/protocol/index';

/** The state of the view. It is sent as a whole after every change. */
export interface AskViewState {
  /** The selected KB and strategy. */
  readonly kb: string;
  readonly strategy: string;
  /** The selected model, or `none`. */
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
  /** The first answers, or the reason why there is none. */
  readonly answer: string;
  readonly verdict: AskResult['kind'];
  /** Absent for questions of an older version. */
  readonly confidence?: number;
  readonly kb: string;
  /** The time of today, or the date. */
  readonly when: string;
  /** Date and time. */
  readonly date: string;
}

export type ToAskView =
  | { readonly type: 'state'; readonly state: AskViewState }
  /** Puts a question without an answer back into the box. */
  | { readonly type: 'restore'; readonly question: string };

export type { FromAskView } from './from-ask-view';
