/** One query that was tried: what it was, what was found, what it answered. All of it can be written as JSON. */
import type { Execution } from '../kb/knowledge-base';
import type { Usage } from '../model/language-model';
import type { Agreement, Reading } from '../describe/description';
import type { Finding } from '../check/verifier';

export interface Attempt {
  /** 0 is what was given; where nothing was, the first proposal. */
  readonly round: number;
  /** `search` proposes without a model. */
  readonly by: 'input' | 'search' | 'model';
  readonly query: string;
  /** What a search changed, a few words each. */
  readonly changes?: readonly string[];
  /** In the order in which they are worth mending; ranges are in `query`. */
  readonly findings: readonly Finding[];
  /** Absent when a strong finding spared the run, or there is no KB. */
  readonly execution?: Execution;
  /** The answers of the answer's column, each once and sorted, as ids or values: what is voted on. */
  readonly answers?: readonly string[];
  readonly reading?: Reading;
  readonly agreement?: Agreement;
  /** What was told to the model about it, where there was another round. */
  readonly feedback?: string;
  /** What the model said besides the query. */
  readonly thought?: string;
  /** What this round cost. */
  readonly usage: Usage;
  readonly milliseconds: number;
}
