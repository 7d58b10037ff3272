import type { RdfTerm, AnswerRow } from '../../../server/src/protocol/index';
import {
  isWithin,
  moveSelection,
  rectangleOf,
  selectCell,
  type Cell,
  type Rectangle,
  type Selection,
  type MoveStep,
} from '../../shared/selection';
import type { TableState } from '../../shared/table-state';
import type { EntityNameCache } from '../entity-names';
import { cellOf, idOf } from './cell-place';
import { GridHead } from './head';
import { onGridKey } from './keys';
import { followPointer } from './pointer';
import { Surface } from './surface';
import { TableView } from './table-view';
import { MIN_WIDTH } from './widths';

export interface GridEvents {
  /** Opens the facts of an entity, or shows a value in full. */
  open(term: RdfTerm): void;
  /** Shows a value in full. */
  showValue(term: RdfTerm): void;
  menu(x: number, y: number): void;
  /** The view, the selection or the order has changed. */
  changed(): void;
  scrolled(): void;
}

/** A table with keyboard navigation, selection, sorting and filters. */
export class Grid {
  readonly view: TableView;
  selection: Selection = selectCell({ row: 0, column: 0 });
  private readonly head: GridHead;
  private readonly surface: Surface;
  private readonly listeners = new AbortController();

  constructor(
    columns: readonly string[],
    total: number,
    state: TableState,
    readonly names: EntityNameCache,
    private readonly events: GridEvents,
  ) {
    this.view = new TableView(columns, total, state, names.nameOf);
    this.head = new GridHead(this);
    this.surface = new Surface(this.view, names, this.head, {
      keydown: (event) => onGridKey(this, event),
      contextmenu: (event) => this.onContextMenu(event),
      drawn: () => this.paintSelection(),
      scrolled: () => events.scrolled(),
    });
    followPointer(this, this.surface.rows.body, this.listeners.signal);
  }

  get element(): HTMLElement {
    return this.surface.element;
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

  /** The column index in the answer of a visible column. */
  columnAt(index: number): number {
    return this.view.visibleColumns[index] ?? 0;
  }

  termAt({ row, column }: Cell): RdfTerm | null | undefined {
    return this.view.row(row)?.[this.columnAt(column)];
  }

  append(rows: readonly AnswerRow[]): void {
    const first = this.view.rows.length === 0;
    for (const row of rows) this.view.rows.push(row);
    if (first) this.surface.widths.fit();
    // A sorted or filtered table is arranged when all rows have arrived, so that rows do not jump.
    if (first || this.view.isComplete || !this.view.isAltered) this.arrange();
    else this.events.changed();
    if (first && this.state.top > 0) this.surface.viewport.restoreRow(this.state.top);
    this.surface.restoreTop();
  }

  change(change: Partial<TableState>): void {
    this.view.state = { ...this.view.state, ...change };
    if (change.sort || change.filter !== undefined || change.columnFilters) {
      this.selection = selectCell({
        row: this.selection.active.row < 0 ? -1 : 0,
        column: this.selection.active.column,
      });
      this.arrange();
      this.surface.setTop(0);
    } else if (change.hidden) {
      this.selection = selectCell({ row: this.selection.active.row, column: 0 });
      this.surface.rebuild();
      if (this.view.isFiltered) this.arrange();
    } else this.surface.layout();
    this.events.changed();
  }

  /** New names may change the order and the filter. */
  onNamesLoaded(): void {
    this.surface.widths.fitToNames();
    if (this.view.isFiltered || this.state.sort.length > 0) this.arrange();
    else {
      this.surface.rows.outdate();
      this.surface.layout();
    }
  }

  select(selection: Selection): void {
    this.selection = selection;
    this.surface.show(selection.active);
    this.paintSelection();
    this.events.changed();
  }

  move(step: MoveStep, options: { readonly far?: boolean; readonly extend?: boolean }): void {
    this.select(
      moveSelection(this.selection, { step, ...options, page: this.surface.viewport.rowsPerPage }, this.size),
    );
  }

  openActive(): void {
    const term = this.termAt(this.selection.active);
    if (term) this.events.open(term);
  }

  showActiveValue(): void {
    const term = this.termAt(this.selection.active);
    if (term) this.events.showValue(term);
  }

  openMenu(): void {
    const box = this.activeElement?.getBoundingClientRect() ?? this.element.getBoundingClientRect();
    this.events.menu(box.left + 12, box.bottom);
  }

  resize(column: number, width: number): void {
    this.change({ widths: { ...this.state.widths, [column]: Math.max(MIN_WIDTH, Math.round(width)) } });
  }

  widthOf(column: number): number {
    return this.surface.widths.of(column);
  }

  /** Fits the visible rows. */
  autosize(column: number): void {
    const shown = this.surface.rows.indices.flatMap((index) => [...this.view.slice(index, index)]);
    this.resize(column, this.surface.widths.widthFor(shown, column));
  }

  toggleColumnFilters(): void {
    this.head.toggleFilters();
    this.surface.layout();
  }

  showColumnFilters(): void {
    this.head.showFilters();
    this.surface.layout();
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  destroy(): void {
    this.surface.destroy();
    this.listeners.abort();
  }

  /** Sorts, filters and redraws. */
  arrange(): void {
    this.view.arrange();
    this.surface.rows.outdate();
    this.surface.layout();
    this.events.changed();
  }

  get topRow(): number {
    return this.surface.viewport.topRow;
  }

  /** The row at a vertical position, which may be outside the table. */
  rowAt(clientY: number): number {
    return this.surface.viewport.rowAt(clientY);
  }

  private paintSelection(): void {
    this.surface.paint(this.rectangle, this.selection.active);
  }

  private get activeElement(): HTMLElement | null {
    return document.getElementById(idOf(this.selection.active));
  }

  private onContextMenu(event: MouseEvent): void {
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    event.stopPropagation();
    const cell = cellOf(event.target);
    if (cell && !isWithin(this.rectangle, cell)) this.select(selectCell(cell));
    // The menu key has no position.
    if (event.button === 2) this.events.menu(event.clientX, event.clientY);
    else this.openMenu();
  }
}
