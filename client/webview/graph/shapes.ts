import type { GraphNode } from '../../../server/src/protocol/index';
import type { BoxSize } from './layout';

const SVG = 'http://www.w3.org/2000/svg';

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly Node[]
): SVGElementTagNameMap[Tag] {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** An SVG tooltip. */
export function titled(text: string): SVGTitleElement {
  const title = svg('title');
  title.textContent = text;
  return title;
}

/** Node kinds differ in shape too, not only in color. */
export function shapeOf(kind: GraphNode['kind'], { width, height }: BoxSize): SVGRectElement {
  const round = { entity: 5, class: 0, literal: 0, mediator: height / 2, variable: height / 2 }[kind];
  return svg('rect', {
    class: 'graph-node-shape',
    x: -width / 2,
    y: -height / 2,
    width,
    height,
    rx: round,
  });
}

let graphCount = 0;

/** The arrowheads of one graph. Their IDs are unique, because a page can have several graphs and hide one of them. */
export class ArrowHeads {
  readonly element: SVGDefsElement;
  private readonly id = `graph-arrow-${++graphCount}`;

  constructor() {
    this.element = svg(
      'defs',
      {},
      arrowHead(this.id, 'graph-arrow'),
      arrowHead(`${this.id}-negated`, 'graph-arrow negated'),
    );
  }

  /** The value of `marker-end`. */
  urlFor({ negated }: { readonly negated: boolean }): string {
    return `url(#${this.id}${negated ? '-negated' : ''})`;
  }
}

const arrowHead = (id: string, className: string): SVGMarkerElement =>
  svg(
    'marker',
    {
      id,
      class: className,
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 8,
      markerHeight: 8,
      markerUnits: 'userSpaceOnUse',
      orient: 'auto',
    },
    svg('path', { d: ARROW }),
  );

/** A triangle in a box of 8 by 8 whose tip is at (8, 4). */
export const ARROW = 'M0 0.6L8 4L0 7.4z';
