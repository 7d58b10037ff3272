/** One query that was tried, with findings and answer. Serializable as JSON. */
import type { Execution } from '../kb/knowledge-base';
import type { Usage } from '../model/language-model';
import type { Agreement, QueryDescription } from '../describe/description';
import type { Finding } from '../check/verifier';

export interface Attempt {
  /** 0 is the given query, or the first proposal. */
  readonly round: number;
  /** `search`: proposed without a model. */
  readonly by: 'input' | 'search' | 'model';
  readonly query: string;
  /** The changes of the search, a short phrase each. */
  readonly changes?: readonly string[];
  /** In the order in which to fix them; ranges refer to `query`. */
  readonly findings: readonly Finding[];
  /** Absent if a strong finding prevented the run, or without a KB. */
  readonly execution?: Execution;
  /** Distinct sorted ids or values of the answer column, for the vote. */
  readonly answers?: readonly string[];
  readonly reading?: QueryDescription;
  readonly agreement?: Agreement;
  /** The feedback to the model, if there was another round. */
  readonly feedback?: string;
  /** The reasoning of the model. */
  readonly thought?: string;
  /** Of this round. */
  readonly usage: Usage;
  readonly milliseconds: number;
}
