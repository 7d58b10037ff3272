import { describe, expect, it } from 'vitest';
import { layOut, type EdgeBox, type LayoutPoint, type BoxSize } from '../../client/webview/graph/layout';
import { edgePath } from '../../client/webview/graph/paths';

const label = { width: 60, height: 14 };
/** A ring with spokes. It has twice as many edges as nodes. */
function wheel(count: number): { readonly nodes: readonly BoxSize[]; readonly edges: readonly EdgeBox[] } {
  return {
    nodes: Array.from({ length: count }, (_, index) => ({ width: 60 + (index % 5) * 25, height: 26 })),
    edges: Array.from({ length: count - 1 }, (_, index) => [
      { ...label, from: 0, to: index + 1 },
      { ...label, from: index + 1, to: ((index + 1) % (count - 1)) + 1 },
    ]).flat(),
  };
}

function overlapping(boxes: readonly (LayoutPoint & BoxSize)[]): number {
  let found = 0;
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      if (
        Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
        Math.abs(one.y - other.y) < (one.height + other.height) / 2
      )
        found++;
  return found;
}

describe('graph layout', () => {
  it('is deterministic', () => {
    const { nodes, edges } = wheel(12);
    expect(layOut(nodes, edges)).toEqual(layOut(nodes, edges));
  });

  it.each([2, 12, 60])('has no overlapping labels for %i nodes', (count) => {
    const { nodes, edges } = wheel(count);
    const layout = layOut(nodes, edges);
    const boxes = [
      ...layout.nodes.map((point, index) => ({ ...point, ...(nodes[index] as BoxSize) })),
      ...layout.labels.map((point) => ({ ...point, ...label })),
    ];
    expect(overlapping(boxes)).toBe(0);
  });

  it('packs unconnected parts side by side', () => {
    const nodes = Array.from({ length: 60 }, () => ({ width: 120, height: 26 }));
    const edges = [0, 2, 4, 6].map((from) => ({ ...label, from, to: from + 1 }));
    const layout = layOut(nodes, edges);
    const boxes = [
      ...layout.nodes.map((point) => ({ ...point, width: 120, height: 26 })),
      ...layout.labels.map((point) => ({ ...point, ...label })),
    ];
    expect(overlapping(boxes)).toBe(0);
    const width = Math.max(...boxes.map(({ x }) => x)) - Math.min(...boxes.map(({ x }) => x)) + 120;
    const height = Math.max(...boxes.map(({ y }) => y)) - Math.min(...boxes.map(({ y }) => y)) + 26;
    const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
    expect((width * height) / area).toBeLessThan(4);
    expect(width).toBeGreaterThan(height);
  });

  it.each([0, 1])('places two nodes side by side, the subject on the left: node %i', (from) => {
    const nodes = [label, { width: 120, height: 26 }];
    const layout = layOut(nodes, [{ ...label, from, to: 1 - from }]);
    const [subject, object] = [layout.nodes[from], layout.nodes[1 - from]];
    expect(new Set([...layout.nodes, ...layout.labels].map(({ y }) => y)).size).toBe(1);
    expect(subject?.x).toBeLessThan(layout.labels[0]?.x ?? 0);
    expect(object?.x).toBeGreaterThan(layout.labels[0]?.x ?? 0);
  });

  it('handles 200 nodes, isolated nodes, loops and parallel edges', () => {
    const { nodes, edges } = wheel(200);
    const more = [...edges, { ...label, from: 3, to: 3 }, { ...label, from: 0, to: 1 }];
    const layout = layOut([...nodes, label], more);
    const points = [...layout.nodes, ...layout.labels];
    expect(points).toHaveLength(201 + more.length);
    expect(points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });

  it('ends edges at the border of their nodes', () => {
    const box = { width: 40, height: 20 };
    const path = edgePath({ x: 0, y: 0, ...box }, { x: 200, y: 0, ...box }, { x: 100, y: 0 });
    expect(path).toBe('M21 0Q102 0 175 0');
    expect(edgePath({ x: 0, y: 0, ...box }, { x: 0, y: 0, ...box }, { x: 0, y: 50 })).toMatch(/^M\S+ \S+C/);
  });
});
