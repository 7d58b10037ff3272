/** What the view “Ask” and its host in the extension say to each other. */
import type { AskResult } from '../../server/src/protocol/index';

/** All that the view shows; told anew whenever any of it changes. */
export interface AskViewState {
  /** What questions are asked of, and by. */
  readonly kb: string;
  readonly strategy: string;
  /** `none` for working without. */
  readonly model: string;
  /** What is being asked. */
  readonly going?: { readonly question: string; readonly message: string };
  /** The newest first. */
  readonly questions: readonly ListedQuestion[];
  /** To begin with, where nothing was asked yet. */
  readonly samples: readonly string[];
}

export interface ListedQuestion {
  readonly id: string;
  readonly question: string;
  /** In short. */
  readonly answer: string;
  readonly verdict: AskResult['kind'];
  readonly kb: string;
  /** When it was asked, in short and in full. */
  readonly when: string;
  readonly date: string;
}

export type ToAskView =
  | { readonly type: 'state'; readonly state: AskViewState }
  /** Puts a question into the box, to be changed. */
  | { readonly type: 'write'; readonly question: string };

export type { FromAskView } from './from-ask-view';
