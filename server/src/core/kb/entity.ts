/** What an entity is called and what it is. */
export interface EntityCard {
  readonly name?: string;
  /** Ids of types. */
  readonly types: readonly string[];
  readonly mediator: boolean;
}

/** With the answer to whether the KB has it at all, as subject or as object of any fact. */
export interface KnownEntity extends EntityCard {
  readonly exists: boolean;
}
