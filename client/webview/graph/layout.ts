/** Computes the positions of nodes and labels: lays out each connected part of the graph by itself and packs the parts into rows. */
import { layOutConnected } from './force-layout';

export interface LayoutPoint {
  readonly x: number;
  readonly y: number;
}
export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

export interface GraphLayout {
  /** The middle of each node. */
  readonly nodes: readonly LayoutPoint[];
  /** The middle of each edge's label, which the edge runs through. */
  readonly labels: readonly LayoutPoint[];
}

export interface EdgeBox extends BoxSize {
  /** Indices of nodes. */
  readonly from: number;
  readonly to: number;
}

export function layOut(nodes: readonly BoxSize[], edges: readonly EdgeBox[]): GraphLayout {
  const points: Record<keyof GraphLayout, LayoutPoint[]> = { nodes: [], labels: [] };
  const parts = connectedParts(nodes.length, edges).map((part) => layOutPart(part, nodes, edges));
  for (const { part, layout, dx, dy } of packIntoRows(parts)) {
    const moved = ({ x, y }: LayoutPoint): LayoutPoint => ({ x: Math.round(x + dx), y: Math.round(y + dy) });
    for (const [at, point] of layout.nodes.entries()) points.nodes[part.nodes[at] as number] = moved(point);
    for (const [at, point] of layout.labels.entries()) points.labels[part.edges[at] as number] = moved(point);
  }
  return points;
}

/** Indices of the nodes and edges of a connected part. */
interface Part {
  readonly nodes: number[];
  readonly edges: number[];
}

interface PartLayout extends BoxSize {
  readonly part: Part;
  readonly layout: GraphLayout;
  readonly left: number;
  readonly top: number;
}

function connectedParts(count: number, edges: readonly EdgeBox[]): readonly Part[] {
  const parents = Array.from({ length: count }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parents[root] !== root) root = parents[root] = parents[parents[root] as number] as number;
    return root;
  };
  for (const { from, to } of edges) parents[rootOf(from)] = rootOf(to);
  const parts = new Map<number, Part>();
  for (let node = 0; node < count; node++) {
    const root = rootOf(node);
    const part = parts.get(root) ?? { nodes: [], edges: [] };
    parts.set(root, part);
    part.nodes.push(node);
  }
  for (const [edge, { from }] of edges.entries()) parts.get(rootOf(from))?.edges.push(edge);
  return [...parts.values()];
}

function layOutPart(part: Part, nodes: readonly BoxSize[], edges: readonly EdgeBox[]): PartLayout {
  const index = new Map(part.nodes.map((node, at) => [node, at]));
  const sizes = part.nodes.map((node) => nodes[node] as BoxSize);
  const labels = part.edges.map((edge): EdgeBox => {
    const { from, to, ...size } = edges[edge] as EdgeBox;
    return { ...size, from: index.get(from) ?? 0, to: index.get(to) ?? 0 };
  });
  const layout = layOutPair(sizes, labels) ?? layOutConnected(sizes, labels);
  const points = [...layout.nodes, ...layout.labels];
  const boxes = [...sizes, ...labels].map(({ width, height }, at) => {
    const { x, y } = points[at] as LayoutPoint;
    return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
  });
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map(({ right }) => right)) - left;
  const height = Math.max(...boxes.map(({ bottom }) => bottom)) - top;
  return { part, layout, left, top, width, height };
}

/** Two nodes with one edge are placed side by side. */
function layOutPair(nodes: readonly BoxSize[], labels: readonly EdgeBox[]): GraphLayout | undefined {
  const [label, other] = labels;
  const [from, to] = label ? [nodes[label.from], nodes[label.to]] : [];
  if (!label || other || !from || !to || from === to) return undefined;
  const distanceTo = ({ width }: BoxSize): number => (label.width + width) / 2 + GAP.x;
  const ends = [
    { x: -distanceTo(from), y: 0 },
    { x: distanceTo(to), y: 0 },
  ];
  return { nodes: label.from ? ends.reverse() : ends, labels: [{ x: 0, y: 0 }] };
}

/** Pages are usually wider than high. */
const ASPECT = 1.6;
const GAP = { x: 28, y: 24 };

/** Places the highest parts first, in rows of about the width of the page. */
function packIntoRows(
  parts: readonly PartLayout[],
): readonly (PartLayout & { readonly dx: number; readonly dy: number })[] {
  const area = parts.reduce((sum, { width, height }) => sum + (width + GAP.x) * (height + GAP.y), 0);
  const rowWidth = Math.max(Math.sqrt(area * ASPECT), ...parts.map(({ width }) => width));
  let [x, y, rowHeight] = [0, 0, 0];
  return [...parts]
    .sort((one, other) => other.height - one.height)
    .map((part) => {
      if (x > 0 && x + part.width > rowWidth) [x, y, rowHeight] = [0, y + rowHeight + GAP.y, 0];
      const placed = { ...part, dx: x - part.left, dy: y - part.top };
      x += part.width + GAP.x;
      rowHeight = Math.max(rowHeight, part.height);
      return placed;
    });
}
