/** The facts about one entity, as they are shown. */
import type { EntityCard, RdfTerm } from '../kb/knowledge-base';

export interface EntityFacts {
  readonly iri: string;
  readonly card: EntityCard;
  /** Grouped by relation; through mediators a step further. */
  readonly groups: readonly FactGroup[];
  /** Not all facts are here. */
  readonly truncated: boolean;
  readonly problem?: string;
}

export interface FactGroup {
  /** The IRI of the relation, and how it is called. */
  readonly relation: string;
  readonly label: string;
  readonly direction: 'out' | 'in';
  readonly values: readonly FactValue[];
  readonly truncated: boolean;
}

export interface FactValue {
  readonly term: RdfTerm;
  readonly name?: string;
  /** Where the value is a mediator: what it holds together. */
  readonly parts?: readonly FactPart[];
}

export interface FactPart {
  readonly label: string;
  readonly relation: string;
  readonly term: RdfTerm;
  readonly name?: string;
}
