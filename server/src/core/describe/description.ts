/** A query described in English, and whether that agrees with the question. */
import type { TextRange } from '../language/text/range';

export interface Reading {
  /** The question that the query asks, in plain English. */
  readonly question: string;
  /** Which words say which part of the query: a range in `question`, and one in the text of the query. */
  readonly pairs: readonly { readonly phrase: TextRange; readonly part: TextRange }[];
  /** `templates`, or the name of the model that wrote it. */
  readonly by: string;
  /** The parts of the query that it omits, a few words each. */
  readonly leftOut: readonly string[];
}

/** Whether a description asks what the question asks. */
export interface Agreement {
  /** Unknown where nobody could judge: without a model, when no cue speaks against it. */
  readonly verdict: 'same' | 'different' | 'unknown';
  readonly explanation: string;
  /** `cues` for what is plain from structure, or the name of the model that judged. */
  readonly by: string;
}
