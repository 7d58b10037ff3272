/** What is known about the relations of the connected KB. */
export interface KbRelations {
  readonly name: string;
  /** Whether the KB has a fact with this relation; undefined if it has not been asked yet. */
  readonly hasFacts: (iri: string) => boolean | undefined;
}
