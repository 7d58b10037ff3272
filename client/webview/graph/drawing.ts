/** The nodes and edges of a graph as SVG. Colors are set by CSS classes. */
import type { GraphEdge, GraphNode, GraphResult } from '../../../server/src/protocol/index';
import { layOut, type LayoutPoint, type BoxSize } from './layout';
import { edgePath } from './paths';
import { ArrowHeads, shapeOf, svg, titled } from './shapes';

export interface DrawnNode extends BoxSize {
  readonly node: GraphNode;
  readonly element: SVGGElement;
  x: number;
  y: number;
  /** Indices of edges. */
  readonly edges: readonly number[];
}

export class Drawing {
  /** The group that is moved and scaled. */
  readonly element = svg('g', { class: 'graph-scene' });
  readonly arrowHeads = new ArrowHeads();
  readonly nodes: readonly DrawnNode[];
  private readonly edges: readonly DrawnEdge[];

  constructor(graph: GraphResult, measure: (text: string, className: string) => number) {
    const index = new Map(graph.nodes.map(({ id }, at) => [id, at]));
    const edges = graph.edges.flatMap((edge) => {
      const [from, to] = [index.get(edge.from), index.get(edge.to)];
      return from === undefined || to === undefined ? [] : [{ edge, from, to }];
    });
    const sizes = graph.nodes.map((node) => sizeOf(node, measure));
    const labels = edges.map(({ edge, from, to }) => {
      const text = shorten(edge.label, MAX_EDGE_LABEL);
      return { text, from, to, width: measure(text, 'graph-edge-label') + 6, height: 14 };
    });
    const layout = layOut(sizes, labels);
    this.nodes = graph.nodes.map((node, at): DrawnNode => {
      const size = sizes[at] ?? { width: 0, height: 0 };
      return {
        node,
        width: size.width,
        height: size.height,
        element: drawNode(node, size),
        ...(layout.nodes[at] ?? ORIGIN),
        edges: edges.flatMap(({ from, to }, edge) => (from === at || to === at ? [edge] : [])),
      };
    });
    this.edges = edges.map(({ edge, from, to }, at) => ({
      edge,
      from,
      to,
      label: layout.labels[at] ?? ORIGIN,
      ...drawEdge(edge, labels[at]?.text ?? '', labels[at]?.width ?? 0, this.arrowHeads),
    }));
    this.element.append(
      ...this.edges.map(({ line }) => line),
      ...this.edges.map(({ caption }) => caption),
      ...this.nodes.map(({ element }) => element),
    );
    for (const node of this.nodes) place(node.element, node);
    for (const edge of this.edges) this.place(edge);
  }

  /** The box around all nodes and labels. */
  get bounds(): { readonly x: number; readonly y: number } & BoxSize {
    const boxes = [...this.nodes, ...this.edges.map(({ label }) => ({ ...label, width: 60, height: 14 }))];
    const left = Math.min(...boxes.map(({ x, width }) => x - width / 2));
    const right = Math.max(...boxes.map(({ x, width }) => x + width / 2));
    const top = Math.min(...boxes.map(({ y, height }) => y - height / 2));
    const bottom = Math.max(...boxes.map(({ y, height }) => y + height / 2));
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  move(at: number, to: LayoutPoint): void {
    const node = this.nodes[at];
    if (!node) return;
    const [dx, dy] = [to.x - node.x, to.y - node.y];
    node.x = to.x;
    node.y = to.y;
    place(node.element, node);
    for (const index of node.edges) {
      const edge = this.edges[index];
      if (!edge) continue;
      const share = edge.from === edge.to ? 1 : 0.5;
      edge.label = { x: edge.label.x + dx * share, y: edge.label.y + dy * share };
      this.place(edge);
    }
  }

  /** Highlights a node and its neighbours; undefined clears the highlight. */
  highlight(at: number | undefined): void {
    const near = new Set(
      at === undefined
        ? []
        : (this.nodes[at]?.edges ?? []).flatMap((index) => [this.edges[index]?.from, this.edges[index]?.to]),
    );
    this.element.classList.toggle('with-one-out', at !== undefined);
    for (const [index, { element }] of this.nodes.entries())
      element.classList.toggle('out', index === at || near.has(index));
    for (const { line, caption, from, to } of this.edges)
      for (const part of [line, caption]) part.classList.toggle('out', from === at || to === at);
  }

  private place({ from, to, label, line, caption }: DrawnEdge): void {
    const [start, end] = [this.nodes[from], this.nodes[to]];
    if (!start || !end) return;
    for (const path of line.querySelectorAll('path')) path.setAttribute('d', edgePath(start, end, label));
    place(caption, label);
  }
}

interface DrawnEdge {
  readonly edge: GraphEdge;
  readonly from: number;
  readonly to: number;
  readonly line: SVGGElement;
  readonly caption: SVGGElement;
  label: LayoutPoint;
}

const ORIGIN: LayoutPoint = { x: 0, y: 0 };
const MAX_LABEL = 36;
const MAX_EDGE_LABEL = 32;

function sizeOf(node: GraphNode, measure: (text: string, className: string) => number): BoxSize {
  const text = shorten(node.label, MAX_LABEL);
  const small = node.kind === 'mediator';
  return {
    width: Math.max(
      small ? 20 : 28,
      measure(text, `graph-node ${node.kind}${node.answer ? ' answer' : ''}`) + (small ? 12 : 20),
    ),
    height: small ? 18 : 26,
  };
}

function drawNode(node: GraphNode, size: BoxSize): SVGGElement {
  const text = svg('text', { class: 'graph-node-label', 'text-anchor': 'middle', dy: '0.34em' });
  text.textContent = shorten(node.label, MAX_LABEL);
  return svg(
    'g',
    {
      class: `graph-node ${node.kind}${node.answer ? ' answer' : ''}${node.iri === undefined ? '' : ' opens'}`,
    },
    titled([node.label, node.detail].filter(Boolean).join('\n')),
    shapeOf(node.kind, size),
    text,
  );
}

function drawEdge(
  edge: GraphEdge,
  label: string,
  width: number,
  arrowHeads: ArrowHeads,
): { readonly line: SVGGElement; readonly caption: SVGGElement } {
  const manner = edge.manner ?? '';
  const text = svg('text', { class: 'graph-edge-label', 'text-anchor': 'middle', dy: '0.34em' });
  text.textContent = label;
  const title = [edge.label, edge.detail].filter(Boolean).join('\n');
  const back = svg('rect', { class: 'graph-edge-back', x: -width / 2, y: -7, width, height: 14 });
  return {
    line: svg(
      'g',
      { class: `graph-edge ${manner}` },
      titled(title),
      svg('path', {
        class: 'graph-edge-line',
        'marker-end': arrowHeads.urlFor({ negated: manner === 'negated' }),
      }),
    ),
    caption: svg('g', { class: `graph-edge-caption ${manner}` }, titled(title), back, text),
  };
}

function place(element: SVGElement, { x, y }: LayoutPoint): void {
  element.setAttribute('transform', `translate(${x} ${y})`);
}

function shorten(text: string, maxLength: number): string {
  const letters = Array.from(text.replace(/\s+/g, ' '));
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : letters.join('');
}
