/** Limits of a readable drawing. */
const MAX_NODES = 150;
const MAX_EDGES = 300;

/** Collects distinct nodes and edges up to the limits. */
export class GraphBuilder {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly edges = new Map<string, GraphEdge>();
  private truncated = false;

  /** Returns the id of the node; undefined if the limit is reached. */
  node(node: GraphNode): string | undefined {
    const known = this.nodes.get(node.id);
    if (!known && this.nodes.size >= MAX_NODES) {
      this.truncated = true;
      return undefined;
    }
    // A variable may turn out to be a mediator in another triple.
    if (!known || (known.kind === 'variable' && node.kind === 'mediator')) this.nodes.set(node.id, node);
    return node.id;
  }

  edge(edge: GraphEdge): void {
    const key = [edge.from, edge.to, edge.label, edge.detail].join('\n');
    if (this.edges.has(key)) return;
    if (this.edges.size < MAX_EDGES) this.edges.set(key, edge);
    else this.truncated = true;
  }

  markTruncated(): void {
    this.truncated = true;
  }

  result(problem?: string): GraphResult {
    return {
      nodes: [...this.nodes.values()],
      edges: [...this.edges.values()],
      truncated: this.truncated,
      ...(problem !== undefined && { problem }),
    };
  }
}

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
  /** Whether it is an answer or a selected variable. */
  readonly answer: boolean;
  readonly iri?: string;
  /** The tooltip. */
  readonly detail?: string;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly detail?: string;
  /** How the triple must match; absent if it is required. */
  readonly manner?: 'optional' | 'union' | 'negated';
}
