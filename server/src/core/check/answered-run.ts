/** A query that was run, as the verifiers of answers see it. */
import type { KnownEntity } from '../kb/entity';
import type { Answer, Incomplete, KnowledgeBase } from '../kb/knowledge-base';

export interface AnsweredRun {
  readonly kb: Pick<KnowledgeBase, 'name' | 'complete'>;
  readonly answer: Answer;
  /** Of what is not the whole answer, little can be said. */
  readonly incomplete?: Incomplete;
  /** What the KB knows of an IRI; nothing where it was not asked, or did not tell. */
  readonly entity: (iri: string) => KnownEntity | undefined;
}
