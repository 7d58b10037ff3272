import type { RdfTerm, Row } from '../../../server/src/protocol';
import { barHeight, scrolled, scrolledTo, type Extent, type Scroll } from '../../shared/scroll';
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
import { drawCell } from './cell';
import { GridHead } from './head';
import { onGridKey } from './keys';
import { followPointer } from './pointer';
import { TableView } from './view';
import { fittingWidth, LEAST_WIDTH } from './widths';

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

interface DrawnRow {
  readonly element: HTMLElement;
  readonly number: HTMLElement;
  readonly cells: readonly HTMLElement[];
  index: number;
  version: number;
}

/** A table of which only the rows in view exist. */
export class Grid {
  readonly element: HTMLElement;
  readonly view: TableView;
  selection: Selection = single({ row: 0, column: 0 });
  private readonly body = element('div', { class: 'grid-body', attributes: { role: 'rowgroup' } });
  private readonly head: GridHead;
  private readonly probe = element('div', { class: 'probe' });
  private readonly sizes = new ResizeObserver(() => this.layout());
  private readonly life = new AbortController();
  private drawn = new Map<number, DrawnRow>();
  private spare: DrawnRow[] = [];
  private scroll: Scroll = { bar: 0, top: 0 };
  private rowHeight = 22;
  private version = 0;
  private frame = 0;
  private widthsFitNames = false;
  private naming = 0;

  constructor(
    columns: readonly string[],
    total: number,
    state: TableState,
    readonly names: Names,
    private readonly events: GridEvents,
  ) {
    this.view = new TableView(columns, total, state, names.nameOf);
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
      this.body,
    );
    followPointer(this, this.body, this.life.signal);
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
    if (first) this.fitColumns();
    // What is sorted or filtered would jump at each portion; it is arranged when all is here.
    if (first || this.view.complete || !this.view.altered) this.arrange();
    else this.events.changed();
    if (first && this.state.top > 0) this.wantedTop = this.state.top;
    this.restoreTop();
  }

  /** The row that was on top before, until there are enough rows for it. */
  private wantedTop = 0;

  private restoreTop(): void {
    const shown = this.extent.viewport > 0;
    if (this.wantedTop === 0 || !shown || this.view.length <= this.wantedTop) return;
    const top = this.wantedTop;
    this.wantedTop = 0;
    this.scrollToRow(top);
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
    if (!this.widthsFitNames && this.view.rows.some((row) => row.some((term) => this.hasName(term)))) {
      this.widthsFitNames = true;
      this.fitColumns();
    }
    if (this.view.filtered || this.state.sort.length > 0) this.arrange();
    else {
      this.version += 1;
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
    const page = Math.max(1, Math.floor(this.extent.viewport / this.rowHeight) - 1);
    this.select(moved(this.selection, { step, ...options, page }, this.size));
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
    return this.state.widths[column] ?? this.fitted.get(column) ?? 160;
  }

  /** By what is in view. */
  autosize(column: number): void {
    const shown = [...this.drawn.keys()].flatMap((index) => [...this.view.slice(index, index)]);
    const name = this.view.columns[column] ?? '';
    this.resize(column, fittingWidth(name, shown, column, this.names.nameOf, this.font, 1200));
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
    this.version += 1;
    this.layout();
    this.events.changed();
  }

  scrollToRow(row: number): void {
    this.setTop(row * this.rowHeight);
  }

  scrollBy(pixels: number): void {
    this.setTop(this.scroll.top + pixels);
  }

  get topRow(): number {
    return this.wantedTop || Math.floor(this.scroll.top / this.rowHeight);
  }

  /** Which row is at a height of the window, however far outside. */
  rowAt(clientY: number): number {
    const box = this.element.getBoundingClientRect();
    const within = clientY - box.top - this.head.element.offsetHeight;
    return Math.max(
      0,
      Math.min(this.view.length - 1, Math.floor((this.scroll.top + within) / this.rowHeight)),
    );
  }

  private readonly fitted = new Map<number, number>();

  private fitColumns(): void {
    const sample = this.view.rows.slice(0, 200);
    this.view.columns.forEach((name, column) => {
      this.fitted.set(column, fittingWidth(name, sample, column, this.names.nameOf, this.font));
    });
  }

  private get font(): string {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(
      this.element.isConnected ? this.element : document.body,
    );
    return `${fontWeight} ${fontSize} ${fontFamily}`;
  }

  private hasName(term: RdfTerm | null): boolean {
    return term?.type === 'uri' && this.names.nameOf(term.value) !== undefined;
  }

  private get extent(): Extent {
    return {
      content: this.view.length * this.rowHeight,
      viewport: Math.max(0, this.element.clientHeight - this.head.element.offsetHeight),
    };
  }

  private rebuild(): void {
    this.drawn.clear();
    this.spare = [];
    this.body.replaceChildren();
    this.head.draw();
    this.layout();
  }

  private layout(): void {
    if (!this.element.isConnected) return;
    this.rowHeight = Math.max(16, this.probe.offsetHeight);
    const widths = this.view.visibleColumns.map((column) => this.widthOf(column));
    const numbers = 22 + 8 * String(this.view.total).length;
    this.element.style.setProperty('--columns', [numbers, ...widths].map((width) => `${width}px`).join(' '));
    this.element.style.setProperty('--wide', `${widths.reduce((sum, width) => sum + width, numbers)}px`);
    this.element.style.setProperty('--numbers', `${numbers}px`);
    this.element.setAttribute('aria-rowcount', String(this.view.length + this.head.rows));
    this.element.setAttribute('aria-colcount', String(this.view.visibleColumns.length + 1));
    this.body.style.height = `${barHeight(this.extent)}px`;
    this.head.draw();
    this.draw();
    this.restoreTop();
  }

  private onScroll(): void {
    if (this.element.scrollTop === this.scroll.bar) return;
    this.scroll = scrolled(this.scroll, this.element.scrollTop, this.extent);
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
      this.events.scrolled();
    });
  }

  private setTop(top: number): void {
    this.scroll = scrolledTo(top, this.extent);
    this.element.scrollTop = this.scroll.bar;
    this.draw();
  }

  private draw(): void {
    const { viewport } = this.extent;
    const first = Math.max(0, Math.floor(this.scroll.top / this.rowHeight) - OVERSCAN);
    const last = Math.min(
      this.view.length - 1,
      Math.ceil((this.scroll.top + viewport) / this.rowHeight) + OVERSCAN,
    );
    for (const [index, row] of this.drawn) {
      if (index >= first && index <= last) continue;
      this.drawn.delete(index);
      this.spare.push(row);
    }
    const fresh: HTMLElement[] = [];
    for (let index = first; index <= last; index += 1) {
      const known = this.drawn.get(index);
      const row = known ?? this.spare.pop() ?? this.makeRow();
      if (!known) this.drawn.set(index, row);
      if (row.index !== index || row.version !== this.version) this.fill(row, index);
      row.element.style.transform = `translateY(${index * this.rowHeight - this.scroll.top + this.scroll.bar}px)`;
      if (!row.element.isConnected) fresh.push(row.element);
    }
    if (fresh.length > 0) this.body.append(...fresh);
    for (const row of this.spare) row.element.remove();
    this.paintSelection();
    // Rows that only fly past are not asked about.
    window.clearTimeout(this.naming);
    this.naming = window.setTimeout(() => this.wantNames(first, last), this.naming === 0 ? 0 : SETTLED);
  }

  private makeRow(): DrawnRow {
    const number = element('div', {
      class: 'row-number',
      attributes: { role: 'rowheader', 'aria-colindex': 1 },
    });
    const cells = this.view.visibleColumns.map((_, place) =>
      element('div', {
        class: 'cell',
        attributes: { role: 'gridcell', 'aria-colindex': place + 2, 'data-column': place },
      }),
    );
    const made = element('div', { class: 'row', attributes: { role: 'row' } }, number, ...cells);
    return { element: made, number, cells, index: -1, version: -1 };
  }

  private fill(row: DrawnRow, index: number): void {
    row.index = index;
    row.version = this.version;
    row.element.dataset['row'] = String(index);
    row.element.setAttribute('aria-rowindex', String(index + 1 + this.head.rows));
    row.element.classList.toggle('odd', index % 2 === 1);
    row.number.textContent = (index + 1).toLocaleString('en');
    const terms = this.view.row(index);
    row.cells.forEach((cell, place) => {
      cell.id = cellId(index, place);
      drawCell(cell, terms?.[this.columnAt(place)], this.names.nameOf);
    });
  }

  private paintSelection(): void {
    const rectangle = this.rectangle;
    const { active } = this.selection;
    const several = rectangle.bottom > rectangle.top || rectangle.right > rectangle.left;
    for (const { index, cells } of this.drawn.values())
      cells.forEach((cell, column) => {
        const selected = isWithin(rectangle, { row: index, column });
        cell.classList.toggle('selected', selected && several);
        cell.classList.toggle('active', index === active.row && column === active.column);
        cell.setAttribute('aria-selected', String(selected));
      });
    this.head.paint(active);
    this.element.setAttribute(
      'aria-activedescendant',
      active.row < 0 ? headId(active.column) : cellId(active.row, active.column),
    );
  }

  private showActive(): void {
    const { row, column } = this.selection.active;
    const { viewport } = this.extent;
    if (row >= 0) {
      const top = row * this.rowHeight;
      if (top < this.scroll.top) this.setTop(top);
      else if (top + this.rowHeight > this.scroll.top + viewport)
        this.setTop(top + this.rowHeight - viewport);
    }
    const widths = this.view.visibleColumns.map((place) => this.widthOf(place));
    const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const numbers = this.head.numbersWidth;
    const shown = this.element.clientWidth - numbers;
    const width = widths[column] ?? 0;
    if (left < this.element.scrollLeft) this.element.scrollLeft = left;
    else if (left + width > this.element.scrollLeft + shown)
      this.element.scrollLeft = Math.min(left, left + width - shown);
  }

  private get activeElement(): HTMLElement | null {
    const { row, column } = this.selection.active;
    return document.getElementById(row < 0 ? headId(column) : cellId(row, column));
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

const OVERSCAN = 8;
const SETTLED = 100;

const cellId = (row: number, column: number): string => `cell-${row}-${column}`;
export const headId = (column: number): string => `head-${column}`;

/** The cell that an event is about. */
export function cellOf(target: EventTarget | null): Cell | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>('.cell, .head-cell');
  if (!cell) return undefined;
  const row = cell.closest<HTMLElement>('.row')?.dataset['row'];
  return { row: row === undefined ? -1 : Number(row), column: Number(cell.dataset['column']) };
}
