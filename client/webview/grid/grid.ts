import type { RdfTerm, Row } from '../../../server/src/protocol';
import { barHeight } from '../../shared/scroll';
import {
  isWithin,
  moved,
  rectangleOf,
  single,
  type Cell,
  type Rectangle,
  type Selection,
  type Step,
} from '../../shared/selection';
import type { TableState } from '../../shared/table-state';
import { element } from '../dom';
import type { Names } from '../names';
import { cellOf, idOf } from './cell-place';
import { ColumnWidths } from './column-widths';
import { DrawnRows } from './drawn-rows';
import { GridHead } from './head';
import { onGridKey } from './keys';
import { followPointer } from './pointer';
import { TableView } from './view';
import { Viewport } from './viewport';
import { LEAST_WIDTH } from './widths';

export interface GridEvents {
  /** The facts of an entity, or all of a long value. */
  open(term: RdfTerm): void;
  /** All of a value. */
  look(term: RdfTerm): void;
  menu(x: number, y: number): void;
  /** What is seen, selected or sorted has changed. */
  changed(): void;
  scrolled(): void;
}

/** A table of which only the rows in view exist. */
export class Grid {
  readonly element: HTMLElement;
  readonly view: TableView;
  selection: Selection = single({ row: 0, column: 0 });
  private readonly rows: DrawnRows;
  private readonly widths: ColumnWidths;
  private readonly viewport: Viewport;
  private readonly head: GridHead;
  private readonly probe = element('div', { class: 'probe' });
  private readonly sizes = new ResizeObserver(() => this.layout());
  private readonly life = new AbortController();
  private frame = 0;
  private naming = 0;

  constructor(
    columns: readonly string[],
    total: number,
    state: TableState,
    readonly names: Names,
    private readonly events: GridEvents,
  ) {
    this.view = new TableView(columns, total, state, names.nameOf);
    this.rows = new DrawnRows(this.view, names.nameOf);
    this.widths = new ColumnWidths(this.view, names.nameOf, () => this.element);
    this.head = new GridHead(this);
    this.element = element(
      'div',
      {
        class: 'grid',
        attributes: { role: 'grid', tabindex: 0, 'aria-multiselectable': true, 'aria-label': 'Results' },
        on: {
          scroll: () => this.onScroll(),
          keydown: (event) => onGridKey(this, event),
          contextmenu: (event) => this.onContextMenu(event),
        },
      },
      this.probe,
      this.head.element,
      this.rows.body,
    );
    this.viewport = new Viewport(this.element, this.head.element, () => this.view.length);
    followPointer(this, this.rows.body, this.life.signal);
    this.sizes.observe(this.element);
    this.sizes.observe(this.probe);
  }

  get state(): TableState {
    return this.view.state;
  }

  get size(): { readonly rows: number; readonly columns: number } {
    return { rows: this.view.length, columns: this.view.visibleColumns.length };
  }

  get rectangle(): Rectangle {
    return rectangleOf(this.selection, this.size);
  }

  /** The column of the answer at a place among those that are seen. */
  columnAt(place: number): number {
    return this.view.visibleColumns[place] ?? 0;
  }

  termAt({ row, column }: Cell): RdfTerm | null | undefined {
    return this.view.row(row)?.[this.columnAt(column)];
  }

  append(rows: readonly Row[]): void {
    const first = this.view.rows.length === 0;
    for (const row of rows) this.view.rows.push(row);
    if (first) this.widths.fit();
    // What is sorted or filtered would jump at each portion; it is arranged when all is here.
    if (first || this.view.complete || !this.view.altered) this.arrange();
    else this.events.changed();
    if (first && this.state.top > 0) this.viewport.want(this.state.top);
    this.restoreTop();
  }

  private restoreTop(): void {
    const row = this.viewport.takeWanted();
    if (row !== undefined) this.scrollToRow(row);
  }

  change(change: Partial<TableState>): void {
    this.view.state = { ...this.view.state, ...change };
    if (change.sort || change.filter !== undefined || change.columnFilters) {
      this.selection = single({
        row: this.selection.active.row < 0 ? -1 : 0,
        column: this.selection.active.column,
      });
      this.arrange();
      this.scrollToRow(0);
    } else if (change.hidden) {
      this.selection = single({ row: this.selection.active.row, column: 0 });
      this.rebuild();
      if (this.view.filtered) this.arrange();
    } else this.layout();
    this.events.changed();
  }

  /** After names have come: what is sorted or filtered by them may stand elsewhere. */
  namesCame(): void {
    this.widths.fitTheNames();
    if (this.view.filtered || this.state.sort.length > 0) this.arrange();
    else {
      this.rows.outdate();
      this.layout();
    }
  }

  select(selection: Selection): void {
    this.selection = selection;
    this.showActive();
    this.paintSelection();
    this.events.changed();
  }

  move(step: Step, options: { readonly far?: boolean; readonly extend?: boolean }): void {
    this.select(moved(this.selection, { step, ...options, page: this.viewport.rowsOfPage }, this.size));
  }

  openActive(): void {
    const term = this.termAt(this.selection.active);
    if (term) this.events.open(term);
  }

  lookAtActive(): void {
    const term = this.termAt(this.selection.active);
    if (term) this.events.look(term);
  }

  openMenu(): void {
    const box = this.activeElement?.getBoundingClientRect() ?? this.element.getBoundingClientRect();
    this.events.menu(box.left + 12, box.bottom);
  }

  menuAt(x: number, y: number): void {
    this.events.menu(x, y);
  }

  resize(column: number, width: number): void {
    this.change({ widths: { ...this.state.widths, [column]: Math.max(LEAST_WIDTH, Math.round(width)) } });
  }

  widthOf(column: number): number {
    return this.widths.of(column);
  }

  /** By what is in view. */
  autosize(column: number): void {
    const shown = this.rows.indices.flatMap((index) => [...this.view.slice(index, index)]);
    this.resize(column, this.widths.neededBy(shown, column));
  }

  toggleColumnFilters(): void {
    this.head.toggleFilters();
    this.layout();
  }

  showColumnFilters(): void {
    this.head.showFilters();
    this.layout();
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  destroy(): void {
    this.sizes.disconnect();
    this.life.abort();
    cancelAnimationFrame(this.frame);
    window.clearTimeout(this.naming);
  }

  /** Sorts and filters, and draws what is then in view. */
  arrange(): void {
    this.view.arrange();
    this.rows.outdate();
    this.layout();
    this.events.changed();
  }

  scrollToRow(row: number): void {
    this.setTop(row * this.viewport.rowHeight);
  }

  scrollBy(pixels: number): void {
    this.setTop(this.viewport.top + pixels);
  }

  get topRow(): number {
    return this.viewport.topRow;
  }

  /** Which row is at a height of the window, however far outside. */
  rowAt(clientY: number): number {
    return this.viewport.rowAt(clientY);
  }

  private rebuild(): void {
    this.rows.clear();
    this.head.draw();
    this.layout();
  }

  private layout(): void {
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

  private onScroll(): void {
    if (!this.viewport.follow()) return;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
      this.events.scrolled();
    });
  }

  private setTop(top: number): void {
    this.viewport.moveTo(top);
    this.draw();
  }

  private draw(): void {
    const { first, last } = this.viewport;
    this.rows.draw(first, last, this.viewport.topOf, this.head.rows);
    this.paintSelection();
    // Rows that only fly past are not asked about.
    window.clearTimeout(this.naming);
    this.naming = window.setTimeout(() => this.wantNames(first, last), this.naming === 0 ? 0 : SETTLED);
  }

  private paintSelection(): void {
    const { active } = this.selection;
    this.rows.paint(this.rectangle, active);
    this.head.paint(active);
    this.element.setAttribute('aria-activedescendant', idOf(active));
  }

  private showActive(): void {
    const { row, column } = this.selection.active;
    const top = row < 0 ? undefined : this.viewport.topToShow(row);
    if (top !== undefined) this.setTop(top);
    this.viewport.showColumn(column, this.widths.visible, this.head.numbersWidth);
  }

  private get activeElement(): HTMLElement | null {
    return document.getElementById(idOf(this.selection.active));
  }

  private onContextMenu(event: MouseEvent): void {
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    event.stopPropagation();
    const cell = cellOf(event.target);
    if (cell && !isWithin(this.rectangle, cell)) this.select(single(cell));
    // The key of the menu comes without a place.
    if (event.button === 2) this.menuAt(event.clientX, event.clientY);
    else this.openMenu();
  }

  private wantNames(first: number, last: number): void {
    const iris = new Set<string>();
    for (const row of this.view.slice(first, last))
      for (const column of this.view.visibleColumns) {
        const term = row[column];
        if (term?.type === 'uri') iris.add(term.value);
      }
    this.names.wantNow(iris);
  }
}

const SETTLED = 100;
