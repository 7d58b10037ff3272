/** A change that may repair a query, and how likely it is that just this went wrong. */
import type { TextEdit } from '../../language/text/edit';
import type { Execution } from '../../kb/knowledge-base';
import type { Finding } from '../../check/verifier';

export interface RepairMove {
  readonly edits: readonly TextEdit[];
  /** In a few words, for people: `people.person.birthplace → people.person.place_of_birth`. */
  readonly change: string;
  /** How unlikely it is that an author made this mistake: about 0.5 for a slip of the hand, 4 for a wholly different relation. */
  readonly cost: number;
  /** Whether the KB is known to have matches for the pattern after it; absent where it is not known. */
  readonly matches?: boolean;
  /** The ids of the relations that it puts in. */
  readonly brings?: readonly string[];
}

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
