import type { QueryAnswer, Incompleteness, KnowledgeBase, KnownEntity } from '../kb/knowledge-base';

/** The result of a run, as input of the answer verifiers. */
export interface AnsweredRun {
  readonly kb: Pick<KnowledgeBase, 'name' | 'complete'>;
  readonly answer: QueryAnswer;
  /** Set if the answer is incomplete. Most verifiers are then silent. */
  readonly incomplete?: Incompleteness;
  /** What the KB knows about an IRI; undefined if it was not queried or did not answer. */
  readonly entity: (iri: string) => KnownEntity | undefined;
}
