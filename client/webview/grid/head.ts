import { t } from '../../shared/l10n';
import { nextSort } from '../../shared/table-state';
import { element } from '../dom';
import { icon } from '../icons';
import { headId } from './cell-place';
import type { Grid } from './grid';

/** The column headers with sorting and filters. */
export class GridHead {
  readonly element = element('div', { class: 'grid-head', attributes: { role: 'rowgroup' } });
  private filtersShown = false;
  private drawnKey = '';

  constructor(private readonly grid: Grid) {
    this.filtersShown = Object.values(grid.state.columnFilters).some((text) => text !== '');
  }

  /** The number of header rows. */
  get rows(): number {
    return this.filtersShown ? 2 : 1;
  }

  get numbersWidth(): number {
    return this.element.querySelector<HTMLElement>('.row-number')?.offsetWidth ?? 0;
  }

  toggleFilters(): void {
    this.filtersShown = !this.filtersShown;
    if (!this.filtersShown) this.grid.change({ columnFilters: {} });
    this.draw();
    this.element.querySelector<HTMLInputElement>('.column-filter')?.focus();
  }

  showFilters(): void {
    this.filtersShown = true;
    this.draw();
  }

  /** Redraws only after a change, so that the focus stays. */
  draw(): void {
    const { sort, hidden, columnFilters } = this.grid.state;
    const drawnFilters = document.activeElement?.closest('.column-filter') ? {} : columnFilters;
    const key = JSON.stringify([sort, hidden, this.filtersShown, drawnFilters]);
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    const columns = this.grid.view.visibleColumns;
    this.element.replaceChildren(
      element(
        'div',
        { class: 'row head-row', attributes: { role: 'row', 'aria-rowindex': 1 } },
        element('div', {
          class: 'row-number',
          attributes: { role: 'columnheader', 'aria-colindex': 1, 'aria-label': t('Row') },
        }),
        ...columns.map((column, place) => this.header(column, place)),
      ),
      ...(this.filtersShown ? [this.filterRow(columns)] : []),
    );
    this.paint(this.grid.selection.active);
  }

  paint({ row, column }: { readonly row: number; readonly column: number }): void {
    this.element.querySelectorAll<HTMLElement>('.head-cell').forEach((cell, place) => {
      cell.classList.toggle('active', row < 0 && place === column);
    });
  }

  private header(column: number, place: number): HTMLElement {
    const { sort } = this.grid.state;
    const at = sort.findIndex((key) => key.column === column);
    const key = sort[at];
    const name = this.grid.view.columns[column] ?? '';
    const marks: Node[] = [];
    if (key) marks.push(icon(key.descending ? 'down' : 'up'));
    if (key && sort.length > 1) marks.push(element('span', { class: 'sort-place', text: String(at + 1) }));
    return element(
      'div',
      {
        class: 'head-cell',
        title: `${name}\n${t('Click to sort, Shift+click to sort by several columns')}`,
        attributes: {
          id: headId(place),
          role: 'columnheader',
          'aria-colindex': place + 2,
          'aria-sort': key ? (key.descending ? 'descending' : 'ascending') : 'none',
          'data-column': place,
        },
        on: {
          click: (event) => this.sort(column, place, event.shiftKey),
        },
      },
      element('span', { class: 'head-name', text: name }),
      ...marks,
      this.resizer(column),
    );
  }

  private sort(column: number, place: number, among: boolean): void {
    this.grid.selection = { anchor: { row: -1, column: place }, active: { row: -1, column: place } };
    this.grid.change({ sort: nextSort(this.grid.state.sort, column, { among }) });
  }

  private resizer(column: number): HTMLElement {
    const handle = element('div', {
      class: 'resizer',
      on: {
        click: (event) => event.stopPropagation(),
        dblclick: (event) => {
          event.stopPropagation();
          this.grid.autosize(column);
        },
      },
    });
    handle.addEventListener('pointerdown', (down) => {
      down.preventDefault();
      down.stopPropagation();
      const before = this.grid.widthOf(column);
      handle.setPointerCapture(down.pointerId);
      const drag = (move: PointerEvent): void =>
        this.grid.resize(column, before + move.clientX - down.clientX);
      handle.addEventListener('pointermove', drag);
      handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', drag), {
        once: true,
      });
    });
    return handle;
  }

  private filterRow(columns: readonly number[]): HTMLElement {
    return element(
      'div',
      { class: 'row filter-row', attributes: { role: 'row', 'aria-rowindex': 2 } },
      element('div', { class: 'row-number', attributes: { role: 'gridcell', 'aria-colindex': 1 } }),
      ...columns.map((column, place) => {
        const name = this.grid.view.columns[column] ?? '';
        const input = element('input', {
          class: 'column-filter',
          title: t(
            'Words to find in this column. Also: "exact phrase", -exclude, =equal, >100, <=1990-01-01',
          ),
          attributes: {
            type: 'text',
            placeholder: t('Filter'),
            'aria-label': t('Filter {0}', name),
            spellcheck: false,
          },
          on: {
            input: () =>
              this.grid.change({
                columnFilters: { ...this.grid.state.columnFilters, [column]: input.value },
              }),
            keydown: (event) => {
              if (event.key === 'ArrowDown' || event.key === 'Enter') this.grid.focus();
              else if (event.key !== 'Escape') {
                event.stopPropagation();
                return;
              } else if (input.value === '') this.grid.focus();
              else {
                input.value = '';
                this.grid.change({ columnFilters: { ...this.grid.state.columnFilters, [column]: '' } });
              }
              event.preventDefault();
              event.stopPropagation();
            },
          },
        });
        input.value = this.grid.state.columnFilters[column] ?? '';
        return element(
          'div',
          { class: 'filter-cell', attributes: { role: 'gridcell', 'aria-colindex': place + 2 } },
          input,
        );
      }),
    );
  }
}
