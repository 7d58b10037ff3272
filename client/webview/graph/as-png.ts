/** Exports the graph as a PNG file. The page may load no images, so the shapes are drawn on a canvas instead of an SVG image. */
import { ARROW } from './shapes';

const MARGIN = 16;
/** Pixels per unit, for sharp texts. */
const SCALE = 2;
/** Browsers refuse larger canvases. */
const MAX_PIXELS = 8192;
const ARROW_TIP = { x: 7, y: 4 };

/** Returns the file in Base64. */
export function asPng(
  drawing: SVGGElement,
  bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): string {
  const [width, height] = [bounds.width + 2 * MARGIN, bounds.height + 2 * MARGIN];
  const scale = Math.min(SCALE, MAX_PIXELS / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const toCanvas = new DOMMatrix()
    .scale(scale)
    .translate(MARGIN - bounds.x, MARGIN - bounds.y)
    .multiply(matrixOf(drawing).inverse());
  for (const shape of drawing.querySelectorAll<SVGGraphicsElement>('rect, path, text')) {
    context.setTransform(toCanvas.multiply(matrixOf(shape)));
    drawShape(context, shape, drawing);
  }
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

const matrixOf = (shape: SVGGraphicsElement): DOMMatrix =>
  DOMMatrix.fromMatrix(shape.getCTM() ?? new DOMMatrix());

function drawShape(context: CanvasRenderingContext2D, shape: SVGGraphicsElement, drawing: SVGGElement): void {
  const style = getComputedStyle(shape);
  context.globalAlpha = opacityOf(shape, drawing);
  context.fillStyle = style.fill;
  context.strokeStyle = style.stroke;
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  context.setLineDash(
    style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(',').map(Number.parseFloat),
  );
  if (shape instanceof SVGTextElement) {
    context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.textAlign = 'center';
    context.fillText(
      shape.textContent,
      0,
      Number.parseFloat(shape.getAttribute('dy') ?? '0') * Number.parseFloat(style.fontSize),
    );
    return;
  }
  const outline =
    shape instanceof SVGPathElement ? new Path2D(shape.getAttribute('d') ?? '') : rectangle(shape);
  if (style.fill !== 'none') context.fill(outline);
  if (style.stroke !== 'none') context.stroke(outline);
  if (shape instanceof SVGPathElement) drawArrow(context, shape);
}

function rectangle(shape: SVGGraphicsElement): Path2D {
  const [x = 0, y = 0, width = 0, height = 0, radius = 0] = ['x', 'y', 'width', 'height', 'rx'].map((name) =>
    Number(shape.getAttribute(name)),
  );
  const path = new Path2D();
  path.roundRect(x, y, width, height, radius);
  return path;
}

/** Draws the arrowhead at the end of an edge, in the direction of its end. */
function drawArrow(context: CanvasRenderingContext2D, edge: SVGPathElement): void {
  const [, id] = /^url\(#(.*)\)$/.exec(edge.getAttribute('marker-end') ?? '') ?? [];
  const head = id === undefined ? null : document.getElementById(id)?.querySelector('path');
  const length = edge.getTotalLength();
  if (!head || length === 0) return;
  const end = edge.getPointAtLength(length);
  const before = edge.getPointAtLength(length - Math.min(1, length));
  context.translate(end.x, end.y);
  context.rotate(Math.atan2(end.y - before.y, end.x - before.x));
  context.translate(-ARROW_TIP.x, -ARROW_TIP.y);
  context.fillStyle = getComputedStyle(head).fill;
  context.fill(new Path2D(ARROW));
}

/** The opacity of a shape with that of the groups around it. */
function opacityOf(shape: Element, drawing: Element): number {
  let opacity = 1;
  for (let node: Element | null = shape; node && node !== drawing; node = node.parentElement)
    opacity *= Number(getComputedStyle(node).opacity);
  return opacity;
}
