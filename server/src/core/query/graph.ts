/** More cannot be read in one picture. */
const MAX_NODES = 150;
const MAX_EDGES = 300;

/** Gathers nodes and edges, each once, and no more than can be drawn. */
export class GraphBuilder {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly edges = new Map<string, GraphEdge>();
  private truncated = false;

  get isEmpty(): boolean {
    return this.edges.size === 0;
  }

  /** The id that it can be connected by; nothing where there is no room for it. */
  node(node: GraphNode): string | undefined {
    const known = this.nodes.get(node.id);
    if (!known && this.nodes.size >= MAX_NODES) {
      this.truncated = true;
      return undefined;
    }
    // What one place says of a node, another need not know.
    if (!known || (known.kind === 'variable' && node.kind === 'mediator')) this.nodes.set(node.id, node);
    return node.id;
  }

  edge(edge: GraphEdge): void {
    const key = [edge.from, edge.to, edge.label, edge.detail].join('\n');
    if (this.edges.has(key)) return;
    if (this.edges.size < MAX_EDGES) this.edges.set(key, edge);
    else this.truncated = true;
  }

  cut(): void {
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
