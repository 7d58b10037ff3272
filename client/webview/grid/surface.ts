import { t } from '../../shared/l10n';
import { barHeight } from '../../shared/scroll';
import type { Cell, Rectangle } from '../../shared/selection';
import { element } from '../dom';
import type { EntityNameCache } from '../entity-names';
import { idOf } from './cell-place';
import { ColumnWidths } from './column-widths';
import { DrawnRows } from './drawn-rows';
import type { GridHead } from './head';
import type { TableView } from './table-view';
import { Viewport } from './viewport';

interface SurfaceEvents {
  readonly keydown: (event: KeyboardEvent) => void;
  readonly contextmenu: (event: MouseEvent) => void;
  /** The drawn rows have changed. */
  readonly drawn: () => void;
  readonly scrolled: () => void;
}

/** Draws the visible rows of a table. */
export class Surface {
  readonly element: HTMLElement;
  readonly widths: ColumnWidths;
  readonly viewport: Viewport;
  readonly rows: DrawnRows;
  /** An element with the height of a row. */
  private readonly probe = element('div', { class: 'probe' });
  private readonly resizeObserver = new ResizeObserver(() => this.layout());
  private frame = 0;
  private namesTimer = 0;

  constructor(
    private readonly view: TableView,
    private readonly names: EntityNameCache,
    private readonly head: GridHead,
    private readonly events: SurfaceEvents,
  ) {
    this.rows = new DrawnRows(view, names.nameOf);
    this.widths = new ColumnWidths(view, names.nameOf, () => this.element);
    this.element = element(
      'div',
      {
        class: 'grid',
        attributes: { role: 'grid', tabindex: 0, 'aria-multiselectable': true, 'aria-label': t('Results') },
        on: {
          scroll: () => this.onScroll(),
          keydown: events.keydown,
          contextmenu: events.contextmenu,
        },
      },
      this.probe,
      head.element,
      this.rows.body,
    );
    this.viewport = new Viewport(this.element, head.element, () => view.length);
    this.resizeObserver.observe(this.element);
    this.resizeObserver.observe(this.probe);
  }

  /** Must be called when the columns change. */
  rebuild(): void {
    this.rows.clear();
    this.head.draw();
    this.layout();
  }

  layout(): void {
    if (!this.element.isConnected) return;
    this.viewport.rowHeight = Math.max(16, this.probe.offsetHeight);
    const widths = this.widths.visible;
    const numbers = 22 + 8 * String(this.view.total).length;
    this.element.style.setProperty('--columns', [numbers, ...widths].map((width) => `${width}px`).join(' '));
    this.element.style.setProperty('--wide', `${widths.reduce((sum, width) => sum + width, numbers)}px`);
    this.element.style.setProperty('--numbers', `${numbers}px`);
    this.element.setAttribute('aria-rowcount', String(this.view.length + this.head.rows));
    this.element.setAttribute('aria-colcount', String(this.view.visibleColumns.length + 1));
    this.rows.body.style.height = `${barHeight(this.viewport.extent)}px`;
    this.head.draw();
    this.draw();
    this.restoreTop();
  }

  /** Restores the first visible row as soon as it has arrived. */
  restoreTop(): void {
    const row = this.viewport.takeRestoredRow();
    if (row !== undefined) this.setTop(row * this.viewport.rowHeight);
  }

  setTop(top: number): void {
    this.viewport.moveTo(top);
    this.draw();
  }

  /** Scrolls to a cell. The header is always visible. */
  show({ row, column }: Cell): void {
    const top = row < 0 ? undefined : this.viewport.topToShow(row);
    if (top !== undefined) this.setTop(top);
    this.viewport.showColumn(column, this.widths.visible, this.head.numbersWidth);
  }

  paint(rectangle: Rectangle, active: Cell): void {
    this.rows.paint(rectangle, active);
    this.head.paint(active);
    this.element.setAttribute('aria-activedescendant', idOf(active));
  }

  destroy(): void {
    this.resizeObserver.disconnect();
    cancelAnimationFrame(this.frame);
    window.clearTimeout(this.namesTimer);
  }

  private onScroll(): void {
    if (!this.viewport.follow()) return;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
      this.events.scrolled();
    });
  }

  private draw(): void {
    const { first, last } = this.viewport;
    this.rows.draw(first, last, this.viewport.topOf, this.head.rows);
    this.events.drawn();
    // Names are not requested for rows that scroll past.
    window.clearTimeout(this.namesTimer);
    this.namesTimer = window.setTimeout(
      () => this.requestNames(first, last),
      this.namesTimer === 0 ? 0 : NAMES_DELAY_MS,
    );
  }

  private requestNames(first: number, last: number): void {
    const iris = new Set<string>();
    for (const row of this.view.slice(first, last))
      for (const column of this.view.visibleColumns) {
        const term = row[column];
        if (term?.type === 'uri') iris.add(term.value);
      }
    this.names.requestNow(iris);
  }
}

const NAMES_DELAY_MS = 100;
