/** The paths of edges. A path runs through the middle of its label and ends at the border of a node. */
import type { LayoutPoint, BoxSize } from './layout';

export function edgePath(from: LayoutPoint & BoxSize, to: LayoutPoint & BoxSize, label: LayoutPoint): string {
  if (from.x === to.x && from.y === to.y) return loop(from, label);
  const bend = controlThrough(from, to, label);
  const start = border(from, bend, 1);
  const end = border(to, bend, 5);
  const control = controlThrough(start, end, label);
  return `M${at(start)}Q${at(control)} ${at(end)}`;
}

/** The control point of a curve whose middle is at a given point. */
function controlThrough(start: LayoutPoint, end: LayoutPoint, middle: LayoutPoint): LayoutPoint {
  return { x: 2 * middle.x - (start.x + end.x) / 2, y: 2 * middle.y - (start.y + end.y) / 2 };
}

/** Where the line from the center of a box to a point crosses its border. */
function border(
  { x, y, width, height }: LayoutPoint & BoxSize,
  towards: LayoutPoint,
  gap: number,
): LayoutPoint {
  const [dx, dy] = [towards.x - x, towards.y - y];
  if (dx === 0 && dy === 0) return { x, y };
  const scale = Math.min(
    dx === 0 ? Infinity : (width / 2 + gap) / Math.abs(dx),
    dy === 0 ? Infinity : (height / 2 + gap) / Math.abs(dy),
  );
  return { x: x + dx * scale, y: y + dy * scale };
}

function loop(node: LayoutPoint & BoxSize, label: LayoutPoint): string {
  const side = { x: -(label.y - node.y) * 0.6, y: (label.x - node.x) * 0.6 };
  const out = {
    x: label.x + side.x + (label.x - node.x) * 0.3,
    y: label.y + side.y + (label.y - node.y) * 0.3,
  };
  const back = {
    x: label.x - side.x + (label.x - node.x) * 0.3,
    y: label.y - side.y + (label.y - node.y) * 0.3,
  };
  return `M${at(border(node, out, 1))}C${at(out)} ${at(back)} ${at(border(node, back, 5))}`;
}

function at({ x, y }: LayoutPoint): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
