/** Zooming and panning in a graph with wheel, pointer and keyboard. */
import type { Drawing } from './drawing';
import { svg } from './shapes';

const MIN_SCALE = 0.1;
const MAX_SCALE = 4;
/** A small graph is not enlarged to fill the page. */
const MAX_FIT_SCALE = 1.3;
const MARGIN = 14;
/** The space for the buttons. */
const TOP_MARGIN = 40;

export interface StageCallbacks {
  readonly open: (iri: string) => void;
  readonly withinPage?: boolean;
}

export class GraphStage {
  readonly element = svg('svg', { class: 'graph-stage', role: 'group', tabindex: '-1' });
  private scale = 1;
  private x = 0;
  private y = 0;
  private active = 0;
  private readonly resizeObserver: ResizeObserver;
  /** Whether the graph still fits the view, so that it is fitted again after a resize. */
  private fitted = true;

  constructor(
    private readonly drawing: Drawing,
    private readonly callbacks: StageCallbacks,
    label: string,
  ) {
    this.element.setAttribute('aria-label', label);
    this.element.append(drawing.arrowHeads.element, drawing.element);
    for (const [at, { node, element }] of drawing.nodes.entries()) {
      element.setAttribute('role', node.iri === undefined ? 'img' : 'button');
      element.setAttribute('tabindex', at === 0 ? '0' : '-1');
      element.addEventListener('focus', () => this.onFocus(at));
      element.addEventListener('blur', () => drawing.highlight(undefined));
      element.addEventListener('pointerenter', () => drawing.highlight(at));
      element.addEventListener('pointerleave', () => drawing.highlight(undefined));
    }
    this.element.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
    this.element.addEventListener('pointerdown', (event) => this.onDown(event));
    this.element.addEventListener('keydown', (event) => this.onKey(event));
    this.resizeObserver = new ResizeObserver(() => {
      if (this.fitted) this.fit();
    });
    this.resizeObserver.observe(this.element);
  }

  destroy(): void {
    this.resizeObserver.disconnect();
  }

  fit(): void {
    const { width, height } = this.element.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const bounds = this.drawing.bounds;
    const scale = Math.min(
      (width - 2 * MARGIN) / bounds.width,
      (height - MARGIN - TOP_MARGIN) / bounds.height,
      MAX_FIT_SCALE,
    );
    this.scale = Math.max(MIN_SCALE, scale);
    this.x = width / 2 - (bounds.x + bounds.width / 2) * this.scale;
    this.y = (height + TOP_MARGIN - MARGIN) / 2 - (bounds.y + bounds.height / 2) * this.scale;
    this.fitted = true;
    this.apply();
  }

  zoom(factor: number, at?: { readonly x: number; readonly y: number }): void {
    const { width, height } = this.element.getBoundingClientRect();
    const { x, y } = at ?? { x: width / 2, y: height / 2 };
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.applyChange();
  }

  private apply(): void {
    this.drawing.element.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${this.scale})`);
  }

  private applyChange(): void {
    this.fitted = false;
    this.apply();
  }

  private onWheel(event: WheelEvent): void {
    if (this.callbacks.withinPage && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const { left, top } = this.element.getBoundingClientRect();
    this.zoom(2 ** ((-event.deltaY * pixels) / 400), { x: event.clientX - left, y: event.clientY - top });
  }

  /** Dragging a node moves it, dragging the background moves the graph. Clicking a node opens it. */
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
        this.fitted = false;
        return;
      }
      this.x = before.x + dx;
      this.y = before.y + dy;
      this.applyChange();
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
      this.applyChange();
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

  /** Moves the focus to the nearest node in a direction. */
  private step([dx, dy]: readonly [number, number]): void {
    const here = this.drawing.nodes[this.active];
    if (!here) return;
    let best: number | undefined;
    let bestDistance = Infinity;
    for (const [at, { x, y }] of this.drawing.nodes.entries()) {
      const along = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      if (along <= 1 || at === this.active || along + 2 * aside >= bestDistance) continue;
      bestDistance = along + 2 * aside;
      best = at;
    }
    if (best !== undefined) this.focus(best);
  }

  private focus(at: number): void {
    this.drawing.nodes[at]?.element.focus();
  }

  private onFocus(at: number): void {
    this.drawing.nodes[this.active]?.element.setAttribute('tabindex', '-1');
    this.active = at;
    const node = this.drawing.nodes[at];
    if (!node) return;
    node.element.setAttribute('tabindex', '0');
    this.drawing.highlight(at);
    this.bringIntoView(node);
  }

  private bringIntoView({ x, y }: { readonly x: number; readonly y: number }): void {
    const { width, height } = this.element.getBoundingClientRect();
    const [left, top] = [this.x + x * this.scale, this.y + y * this.scale];
    const [dx, dy] = [outside(left, 40, width - 40), outside(top, 24, height - 24)];
    if (dx === 0 && dy === 0) return;
    this.x -= dx;
    this.y -= dy;
    this.applyChange();
  }
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The distance of a value from a range. */
function outside(value: number, min: number, max: number): number {
  return value < min ? value - min : value > max ? value - max : 0;
}
