/** The facts about one entity, for display. */
import type { EntityNameAndTypes, RdfTerm } from '../kb/knowledge-base';

export interface EntityFacts {
  readonly iri: string;
  readonly card: EntityNameAndTypes;
  /** Grouped by relation; mediators include their parts. */
  readonly groups: readonly FactGroup[];
  readonly truncated: boolean;
  readonly problem?: string;
}

export interface FactGroup {
  readonly relation: string;
  readonly label: string;
  readonly direction: 'out' | 'in';
  readonly values: readonly FactValue[];
  readonly truncated: boolean;
}

export interface FactValue {
  readonly term: RdfTerm;
  readonly name?: string;
  /** If the value is a mediator: its parts. */
  readonly parts?: readonly FactPart[];
}

export interface FactPart {
  readonly label: string;
  readonly relation: string;
  readonly term: RdfTerm;
  readonly name?: string;
}
