import { isWithin, type Cell, type Rectangle } from '../../shared/selection';
import type { NameLookup } from '../../shared/terms';
import { element } from '../dom';
import { drawCell } from './cell';
import { cellId } from './cell-place';
import type { TableView } from './table-view';

interface DrawnRow {
  readonly element: HTMLElement;
  readonly number: HTMLElement;
  readonly cells: readonly HTMLElement[];
  index: number;
  version: number;
}

/** The rows that exist as elements. Elements of hidden rows are reused. */
export class DrawnRows {
  readonly body = element('div', { class: 'grid-body', attributes: { role: 'rowgroup' } });
  private readonly drawn = new Map<number, DrawnRow>();
  private spare: DrawnRow[] = [];
  private version = 0;

  constructor(
    private readonly view: TableView,
    private readonly nameOf: NameLookup,
  ) {}

  get indices(): readonly number[] {
    return [...this.drawn.keys()];
  }

  /** Marks the rows as outdated, so that they are filled again. */
  outdate(): void {
    this.version += 1;
  }

  /** Must be called when the columns change. */
  clear(): void {
    this.drawn.clear();
    this.spare = [];
    this.body.replaceChildren();
  }

  /** Draws these rows and removes all others. `headRows` is the number of header rows before them. */
  draw(first: number, last: number, topOf: (index: number) => number, headRows: number): void {
    for (const [index, row] of this.drawn) {
      if (index >= first && index <= last) continue;
      this.drawn.delete(index);
      this.spare.push(row);
    }
    const added: HTMLElement[] = [];
    for (let index = first; index <= last; index += 1) {
      const known = this.drawn.get(index);
      const row = known ?? this.spare.pop() ?? this.make();
      if (!known) this.drawn.set(index, row);
      if (row.index !== index || row.version !== this.version) this.fill(row, index, headRows);
      row.element.style.transform = `translateY(${topOf(index)}px)`;
      if (!row.element.isConnected) added.push(row.element);
    }
    if (added.length > 0) this.body.append(...added);
    for (const row of this.spare) row.element.remove();
  }

  paint(rectangle: Rectangle, active: Cell): void {
    const several = rectangle.bottom > rectangle.top || rectangle.right > rectangle.left;
    for (const { index, cells } of this.drawn.values())
      cells.forEach((cell, column) => {
        const selected = isWithin(rectangle, { row: index, column });
        cell.classList.toggle('selected', selected && several);
        cell.classList.toggle('active', index === active.row && column === active.column);
        cell.setAttribute('aria-selected', String(selected));
      });
  }

  private make(): DrawnRow {
    const number = element('div', {
      class: 'row-number',
      attributes: { role: 'rowheader', 'aria-colindex': 1 },
    });
    const cells = this.view.visibleColumns.map((_, index) =>
      element('div', {
        class: 'cell',
        attributes: { role: 'gridcell', 'aria-colindex': index + 2, 'data-column': index },
      }),
    );
    const node = element('div', { class: 'row', attributes: { role: 'row' } }, number, ...cells);
    return { element: node, number, cells, index: -1, version: -1 };
  }

  private fill(row: DrawnRow, index: number, headRows: number): void {
    row.index = index;
    row.version = this.version;
    row.element.dataset['row'] = String(index);
    row.element.setAttribute('aria-rowindex', String(index + 1 + headRows));
    row.element.classList.toggle('odd', index % 2 === 1);
    row.number.textContent = (index + 1).toLocaleString('en');
    const terms = this.view.row(index);
    const columns = this.view.visibleColumns;
    row.cells.forEach((cell, column) => {
      cell.id = cellId(index, column);
      drawCell(cell, terms?.[columns[column] ?? 0], this.nameOf);
    });
  }
}
