/** A finished run, as the verifiers of answers see it. */
import type { Answer, Incomplete, KnowledgeBase, KnownEntity } from '../kb/knowledge-base';

export interface AnsweredRun {
  readonly kb: Pick<KnowledgeBase, 'name' | 'complete'>;
  readonly answer: Answer;
  /** Set where the answer is not the whole answer; most verifiers are then silent. */
  readonly incomplete?: Incomplete;
  /** What the KB knows about an IRI; undefined where it was not asked or did not answer. */
  readonly entity: (iri: string) => KnownEntity | undefined;
}
