/** Computes the positions of nodes and labels of a connected graph. The layout is deterministic and avoids overlaps. */
import {
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { BoxSize, EdgeBox, GraphLayout, LayoutPoint } from './layout';

/** Labels are bodies too, so that they do not overlap and parallel edges are separated. */
export function layOutConnected(nodes: readonly BoxSize[], edges: readonly EdgeBox[]): GraphLayout {
  const bodies: Body[] = [...nodes.map((size) => body(size, 6)), ...edges.map((size) => body(size, 1))];
  const labelOf = (index: number): Body => bodies[nodes.length + index] as Body;
  const nodeOf = (index: number): Body => bodies[index] as Body;
  spread(bodies, nodes.length, edges);
  const links: SimulationLinkDatum<Body>[] = edges.flatMap(({ from, to }, index) => [
    { source: nodeOf(from), target: labelOf(index) },
    { source: labelOf(index), target: nodeOf(to) },
  ]);
  const linkLength = (one: Body, other: Body): number => (one.width + other.width) / 4 + 22;
  const simulation = forceSimulation(bodies)
    .stop()
    .force(
      'charge',
      forceManyBody<Body>()
        .strength((one) => (one.weight > 1 ? -420 : -60))
        .distanceMax(700),
    )
    .force(
      'links',
      forceLink<Body, SimulationLinkDatum<Body>>(links)
        .distance(({ source, target }) => linkLength(source as Body, target as Body))
        .strength(0.55),
    )
    .force('straight', straighten(edges, nodeOf, labelOf))
    .force('clear', keepClear(nodes.length, edges, bodies))
    // Pages are usually wider than high.
    .force('x', forceX<Body>(0).strength(0.025))
    .force('y', forceY<Body>(0).strength(0.06));
  const ticks = bodies.length > 250 ? 120 : 240;
  simulation.alphaDecay(1 - 0.001 ** (1 / ticks));
  for (let tick = 0; tick < ticks; tick++) {
    simulation.tick();
    if (tick > ticks / 2) separate(bodies, 0.3);
  }
  // If overlaps remain, the layout expands.
  for (let round = 1; round < 400 && separate(bodies, 0.8); round++)
    if (round % 25 === 0) for (const one of bodies) Object.assign(one, { x: one.x * 1.08, y: one.y * 1.08 });
  const pointOf = ({ x, y }: Body): LayoutPoint => ({ x: Math.round(x), y: Math.round(y) });
  return {
    nodes: bodies.slice(0, nodes.length).map(pointOf),
    labels: bodies.slice(nodes.length).map(pointOf),
  };
}

interface Body extends SimulationNodeDatum, BoxSize {
  x: number;
  y: number;
  /** Heavier bodies move less. */
  readonly weight: number;
}

function body({ width, height }: BoxSize, weight: number): Body {
  return { width, height, weight, x: 0, y: 0 };
}

/** Places the nodes on a spiral, those with the most edges in the middle, and each label between its nodes. */
function spread(bodies: readonly Body[], count: number, edges: readonly EdgeBox[]): void {
  const degrees = Array.from({ length: count }, () => 0);
  for (const { from, to } of edges) for (const end of [from, to]) degrees[end] = (degrees[end] ?? 0) + 1;
  const order = [...degrees.keys()].sort(
    (left, right) => (degrees[right] ?? 0) - (degrees[left] ?? 0) || left - right,
  );
  for (const [place, index] of order.entries()) {
    const radius = 60 * Math.sqrt(place + 0.5);
    const angle = place * Math.PI * (3 - Math.sqrt(5));
    Object.assign(bodies[index] as Body, { x: radius * Math.cos(angle) * 1.6, y: radius * Math.sin(angle) });
  }
  for (const [index, { from, to }] of edges.entries()) {
    const [one, other] = [bodies[from] as Body, bodies[to] as Body];
    Object.assign(bodies[count + index] as Body, {
      x: (one.x + other.x) / 2 + index * 0.01,
      y: (one.y + other.y) / 2 + (one === other ? 40 : index * 0.01),
    });
  }
}

/** Pulls each label to the middle of its edge, so that edges bend only if needed. */
function straighten(
  edges: readonly EdgeBox[],
  nodeOf: (index: number) => Body,
  labelOf: (index: number) => Body,
): (alpha: number) => void {
  return (alpha) => {
    for (const [index, { from, to }] of edges.entries()) {
      if (from === to) continue;
      const [one, other, label] = [nodeOf(from), nodeOf(to), labelOf(index)];
      label.vx = (label.vx ?? 0) + ((one.x + other.x) / 2 - label.x) * 0.35 * alpha;
      label.vy = (label.vy ?? 0) + ((one.y + other.y) / 2 - label.y) * 0.35 * alpha;
    }
  };
}

/** Pushes nodes off the lines that would run behind them. */
function keepClear(
  count: number,
  edges: readonly EdgeBox[],
  bodies: readonly Body[],
): (alpha: number) => void {
  return (alpha) => {
    // The overall shape comes first, then the corrections.
    if (alpha > 0.12) return;
    for (const [index, { from, to }] of edges.entries()) {
      const label = bodies[count + index] as Body;
      for (const end of [from, to]) {
        const start = bodies[end] as Body;
        for (let at = 0; at < count; at++) {
          if (at !== from && at !== to) pushAside(bodies[at] as Body, start, label);
        }
      }
    }
  };
}

/** Moves a body off the line between two others, and the line a little to the other side. */
function pushAside(body: Body, start: Body, end: Body): void {
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  // A fast test excludes most bodies.
  if (Math.abs(2 * (body.x - start.x) - dx) > Math.abs(dx) + body.width + 16) return;
  if (Math.abs(2 * (body.y - start.y) - dy) > Math.abs(dy) + body.height + 16) return;
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length < 1) return;
  const along = ((body.x - start.x) * dx + (body.y - start.y) * dy) / length;
  const reach = Math.abs((body.width / 2) * (dx / length)) + Math.abs((body.height / 2) * (dy / length));
  if (along < -reach || along > length + reach) return;
  const aside = ((body.x - start.x) * -dy + (body.y - start.y) * dx) / length;
  const half = Math.abs((body.width / 2) * (dy / length)) + Math.abs((body.height / 2) * (dx / length)) + 8;
  const inside = half - Math.abs(aside);
  if (inside <= 0) return;
  const strength = inside * 0.5 * 0.2 * (aside < 0 ? -1 : 1);
  const x = (-dy / length) * strength;
  const y = (dx / length) * strength;
  body.vx = (body.vx ?? 0) + x;
  body.vy = (body.vy ?? 0) + y;
  end.vx = (end.vx ?? 0) - x * 0.6;
  end.vy = (end.vy ?? 0) - y * 0.6;
}

/** The minimum distances. Between a node and a label, a part of the line must be visible. */
const GAP = { near: { x: 8, y: 5 }, far: { x: 20, y: 14 } };

/** Separates overlapping bodies along the shorter axis. Returns whether there were any. */
function separate(bodies: readonly Body[], share: number): boolean {
  const sorted = [...bodies].sort((left, right) => left.x - left.width / 2 - (right.x - right.width / 2));
  let overlapped = false;
  for (const [index, one] of sorted.entries()) {
    const right = one.x + one.width / 2 + GAP.far.x;
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next] as Body;
      if (other.x - other.width / 2 >= right) break;
      const gap = one.weight + other.weight > 2 ? GAP.far : GAP.near;
      const x = (one.width + other.width) / 2 + gap.x - Math.abs(other.x - one.x);
      const y = (one.height + other.height) / 2 + gap.y - Math.abs(other.y - one.y);
      if (x <= 0 || y <= 0) continue;
      overlapped = true;
      const totalWeight = one.weight + other.weight;
      const [axis, overlap] = x < y ? (['x', x] as const) : (['y', y] as const);
      const direction = other[axis] >= one[axis] ? 1 : -1;
      one[axis] -= (direction * overlap * share * other.weight) / totalWeight;
      other[axis] += (direction * overlap * share * one.weight) / totalWeight;
    }
  }
  return overlapped;
}
