/** A graph as it is drawn. */

export interface GraphResult {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly truncated: boolean;
  readonly problem?: string;
}

export interface GraphNode {
  readonly id: string;
  readonly label: string;
  readonly kind: 'entity' | 'mediator' | 'literal' | 'variable' | 'class';
  /** The answers, and the variables that are selected. */
  readonly answer: boolean;
  readonly iri?: string;
  /** More of it, as a tooltip. */
  readonly detail?: string;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly detail?: string;
  /** What need not match, or must not. */
  readonly manner?: 'optional' | 'union' | 'negated';
}
