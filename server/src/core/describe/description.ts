/** The description of a query in English, and whether it agrees with the question. */
import type { TextRange } from '../language/text/range';

export interface QueryDescription {
  /** The question that the query asks, in plain English. */
  readonly question: string;
  /** A range in `question`, and the range of the query that it describes. */
  readonly pairs: readonly { readonly phrase: TextRange; readonly part: TextRange }[];
  /** `templates`, or the name of the model. */
  readonly by: string;
  /** The parts of the query that the description omits, a few words each. */
  readonly leftOut: readonly string[];
}

/** Whether a description asks what the question asks. */
export interface Agreement {
  /** `unknown` if no cue contradicts and no model is available. */
  readonly verdict: 'same' | 'different' | 'unknown';
  readonly explanation: string;
  /** `cues`, `ranking`, `gold`, or the name of the model. */
  readonly by: string;
  /** If they differ: what differs, in one short sentence without a full stop. */
  readonly summary?: string;
  /** If they differ: the text of a query that probably asks the question, and what it changes. */
  readonly alternative?: { readonly query: string; readonly title: string };
}

const WITHOUT_A_MODEL: ReadonlySet<string> = new Set(['templates', 'cues', 'ranking', 'gold']);

/** Whether `by` of a description or an agreement is the name of a model. */
export function isModelName(by: string): boolean {
  return !WITHOUT_A_MODEL.has(by);
}
