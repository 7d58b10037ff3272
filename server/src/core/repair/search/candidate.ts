import type { Execution } from '../../kb/knowledge-base';
import type { Finding } from '../../check/verifier';

/** A query that may be what was meant. */
export interface RepairCandidate {
  readonly query: string;
  /** A few words each; none for what was given. */
  readonly changes: readonly string[];
  readonly findings: readonly Finding[];
  /** Absent where a strong finding spared the run, or there is no KB. */
  readonly execution?: Execution;
  /** How near it is to the words of the question: 0 to 1, and 0 where there is no question. */
  readonly closeness: number;
}
