/** Moving about in the picture: by wheel, by dragging, and by keys. */
import type { Drawing } from './drawing';
import { arrowHeads, svg } from './shapes';

const MIN = 0.1;
const MAX = 4;
/** All of a small graph need not fill the page. */
const MAX_TO_FIT = 1.3;
const MARGIN = 14;
/** For the buttons. */
const ABOVE = 40;

export interface StageCallbacks {
  readonly open: (iri: string) => void;
  readonly withinPage?: boolean;
}

export class GraphStage {
  readonly element = svg('svg', { class: 'graph-stage', role: 'group', tabindex: '-1' }, arrowHeads());
  private scale = 1;
  private x = 0;
  private y = 0;
  private active = 0;
  private readonly watching: ResizeObserver;
  /** Whether the user has not moved anything, so that a page of another size shows all again. */
  private untouched = true;

  constructor(
    private readonly drawing: Drawing,
    private readonly callbacks: StageCallbacks,
    label: string,
  ) {
    this.element.setAttribute('aria-label', label);
    this.element.append(drawing.element);
    for (const [at, { node, element }] of drawing.nodes.entries()) {
      element.setAttribute('role', node.iri === undefined ? 'img' : 'button');
      element.setAttribute('tabindex', at === 0 ? '0' : '-1');
      element.addEventListener('focus', () => this.focused(at));
      element.addEventListener('blur', () => drawing.bringOut(undefined));
      element.addEventListener('pointerenter', () => drawing.bringOut(at));
      element.addEventListener('pointerleave', () => drawing.bringOut(undefined));
    }
    this.element.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
    this.element.addEventListener('pointerdown', (event) => this.onDown(event));
    this.element.addEventListener('keydown', (event) => this.onKey(event));
    this.watching = new ResizeObserver(() => {
      if (this.untouched) this.fit();
    });
    this.watching.observe(this.element);
  }

  destroy(): void {
    this.watching.disconnect();
  }

  fit(): void {
    const { width, height } = this.element.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const bounds = this.drawing.bounds;
    const scale = Math.min(
      (width - 2 * MARGIN) / bounds.width,
      (height - MARGIN - ABOVE) / bounds.height,
      MAX_TO_FIT,
    );
    this.scale = Math.max(MIN, scale);
    this.x = width / 2 - (bounds.x + bounds.width / 2) * this.scale;
    this.y = (height + ABOVE - MARGIN) / 2 - (bounds.y + bounds.height / 2) * this.scale;
    this.untouched = true;
    this.apply();
  }

  zoom(factor: number, at?: { readonly x: number; readonly y: number }): void {
    const { width, height } = this.element.getBoundingClientRect();
    const { x, y } = at ?? { x: width / 2, y: height / 2 };
    const scale = Math.min(MAX, Math.max(MIN, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.touched();
  }

  private apply(): void {
    this.drawing.element.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${this.scale})`);
  }

  private touched(): void {
    this.untouched = false;
    this.apply();
  }

  private onWheel(event: WheelEvent): void {
    if (this.callbacks.withinPage && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const { left, top } = this.element.getBoundingClientRect();
    this.zoom(2 ** ((-event.deltaY * lines) / 400), { x: event.clientX - left, y: event.clientY - top });
  }

  /** A node is dragged along, the ground moves the whole; a node that was not moved is opened. */
  private onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = this.drawing.nodes.findIndex(({ element }) => element.contains(event.target as Node));
    const node = this.drawing.nodes[at];
    const from = { x: event.clientX, y: event.clientY };
    const before = node ? { x: node.x, y: node.y } : { x: this.x, y: this.y };
    let moved = false;
    const move = ({ clientX, clientY }: PointerEvent): void => {
      const [dx, dy] = [clientX - from.x, clientY - from.y];
      moved ||= Math.hypot(dx, dy) > 4;
      if (!moved) return;
      if (node) {
        this.drawing.move(at, { x: before.x + dx / this.scale, y: before.y + dy / this.scale });
        this.untouched = false;
        return;
      }
      this.x = before.x + dx;
      this.y = before.y + dy;
      this.touched();
    };
    const up = (): void => {
      this.element.removeEventListener('pointermove', move);
      this.element.removeEventListener('pointerup', up);
      this.element.removeEventListener('pointercancel', up);
      this.element.classList.remove('dragging');
      if (!moved && node?.node.iri !== undefined) this.callbacks.open(node.node.iri);
    };
    this.element.setPointerCapture(event.pointerId);
    this.element.classList.add('dragging');
    this.element.addEventListener('pointermove', move);
    this.element.addEventListener('pointerup', up);
    this.element.addEventListener('pointercancel', up);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow && event.shiftKey) {
      this.x -= arrow[0] * 60;
      this.y -= arrow[1] * 60;
      this.touched();
    } else if (arrow) this.step(arrow);
    else if (event.key === '+' || event.key === '=') this.zoom(1.25);
    else if (event.key === '-') this.zoom(0.8);
    else if (event.key === '0') this.fit();
    else if (event.key === 'Home') this.focus(0);
    else if (event.key === 'End') this.focus(this.drawing.nodes.length - 1);
    else if (event.key === 'Enter' || event.key === ' ') {
      const iri = this.drawing.nodes[this.active]?.node.iri;
      if (iri !== undefined) this.callbacks.open(iri);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the nearest node on that side. */
  private step([dx, dy]: readonly [number, number]): void {
    const here = this.drawing.nodes[this.active];
    if (!here) return;
    let best: number | undefined;
    let least = Infinity;
    for (const [at, { x, y }] of this.drawing.nodes.entries()) {
      const along = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      if (along <= 1 || at === this.active || along + 2 * aside >= least) continue;
      least = along + 2 * aside;
      best = at;
    }
    if (best !== undefined) this.focus(best);
  }

  private focus(at: number): void {
    this.drawing.nodes[at]?.element.focus();
  }

  private focused(at: number): void {
    this.drawing.nodes[this.active]?.element.setAttribute('tabindex', '-1');
    this.active = at;
    const node = this.drawing.nodes[at];
    if (!node) return;
    node.element.setAttribute('tabindex', '0');
    this.drawing.bringOut(at);
    this.bringIntoView(node);
  }

  private bringIntoView({ x, y }: { readonly x: number; readonly y: number }): void {
    const { width, height } = this.element.getBoundingClientRect();
    const [left, top] = [this.x + x * this.scale, this.y + y * this.scale];
    const [dx, dy] = [outside(left, 40, width - 40), outside(top, 24, height - 24)];
    if (dx === 0 && dy === 0) return;
    this.x -= dx;
    this.y -= dy;
    this.touched();
  }
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function outside(value: number, least: number, most: number): number {
  return value < least ? value - least : value > most ? value - most : 0;
}
