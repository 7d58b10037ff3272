/** A change that may repair a query, with its cost. */
import type { TextEdit } from '../../language/text/edit';
import type { Execution } from '../../kb/knowledge-base';
import type { Finding } from '../../check/verifier';

export interface RepairMove {
  readonly edits: readonly TextEdit[];
  /** A short phrase for the user: `people.person.birthplace → people.person.place_of_birth`. */
  readonly change: string;
  /** How unlikely it is that an author made this mistake: about 0.5 for a typo, 4 for an unrelated relation. */
  readonly cost: number;
  /** Whether the changed pattern matches in the KB; absent if unknown. */
  readonly matches?: boolean;
  /** The ids of the inserted relations. */
  readonly insertedRelations?: readonly string[];
}

/** A query that the search proposes. */
export interface RepairCandidate {
  readonly query: string;
  /** A short phrase each; empty for the given query. */
  readonly changes: readonly string[];
  readonly findings: readonly Finding[];
  /** Absent if a strong finding prevented the run, or without a KB. */
  readonly execution?: Execution;
  /** The similarity to the question, 0 to 1; 0 without a question. */
  readonly closeness: number;
}
