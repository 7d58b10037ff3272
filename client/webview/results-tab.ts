import { formatNumber, plural, t } from '../shared/l10n';
import type { RdfTerm, AnswerRow } from '../../server/src/protocol/index';
import { equalsFilter } from '../shared/filter';
import type { ShownTable } from '../shared/messages';
import { cellsIn, selectionSummary } from '../shared/selection';
import { PLAIN_TABLE, type TableState } from '../shared/table-state';
import { toMarkdownTable, toTabSeparated, type TableExcerpt } from '../shared/table-text';
import { isEntity } from '../shared/terms';
import { cellMenu } from './cell-menu';
import { copyText } from './clipboard';
import { iconButton } from './controls';
import { element } from './dom';
import { Grid } from './grid/grid';
import { host } from './host';
import { icon } from './icons';
import { openMenu, openMenuBelow } from './menu';
import type { EntityNameCache } from './entity-names';
import { drawNotes } from './notes';
import { drawOutcome } from './outcome';
import { showValue } from './value-dialog';

export interface ResultsEvents {
  open(iri: string): void;
  changed(): void;
  readonly status: HTMLElement;
}

/** The results of a run: a table, a truth value, or the reason why there are none. */
export class ResultsTab {
  readonly element = element('div', { class: 'results-tab' });
  readonly grid: Grid | undefined;
  private filterTimer = 0;
  /** Whether there are more names than the limit. */
  private hasMoreNames = false;
  private readonly input = element('input', {
    class: 'filter',
    attributes: {
      type: 'text',
      placeholder: t('Filter rows'),
      'aria-label': t('Filter rows'),
      spellcheck: false,
    },
    on: {
      input: () => this.filterSoon(),
      keydown: (event) => this.onFilterKey(event),
    },
  });

  constructor(
    private readonly shown: ShownTable,
    rows: readonly AnswerRow[],
    state: TableState,
    readonly names: EntityNameCache,
    private readonly events: ResultsEvents,
  ) {
    const table = tableOf(shown);
    if (table && table.total > 0) {
      this.grid = new Grid(table.columns, table.total, state, names, {
        open: (term) => (isEntity(term) ? events.open(term.value) : showValue(term)),
        showValue: showValue,
        menu: (x, y) => openMenu(x, y, cellMenu(this), t('Cell')),
        changed: () => this.onChange(),
        scrolled: () => events.changed(),
      });
      this.input.value = state.filter;
      this.element.append(...drawNotes(shown), this.grid.element);
      this.append(rows);
    } else {
      this.element.append(...drawNotes(shown), drawOutcome(shown));
      this.setStatus('');
    }
  }

  get state(): TableState {
    return this.grid ? { ...this.grid.state, top: this.grid.topRow } : PLAIN_TABLE;
  }

  /** The controls in the toolbar. */
  get controls(): readonly HTMLElement[] {
    const { grid } = this;
    if (!grid) return isBoolean(this.shown) ? [this.exportButton] : [];
    return [
      element('label', { class: 'filter-box' }, icon('search'), this.input),
      iconButton('filter', t('Filter by column'), () => grid.toggleColumnFilters()),
      iconButton('columns', t('Columns'), (button) =>
        openMenuBelow(button, this.columnItems(grid), t('Columns')),
      ),
      iconButton('copy', t('Copy'), (button) =>
        openMenuBelow(button, cellMenu(this, { copying: true }), t('Copy')),
      ),
      this.exportButton,
    ];
  }

  private get exportButton(): HTMLElement {
    return iconButton('save', t('Export (Ctrl+E)'), () => this.exportRows());
  }

  append(rows: readonly AnswerRow[]): void {
    this.grid?.append(rows);
    if (this.grid?.view.isComplete) this.wantOtherNames();
  }

  onNamesLoaded(): void {
    this.grid?.onNamesLoaded();
    this.onChange();
  }

  focus(): void {
    this.grid?.focus();
  }

  focusFilter(): void {
    this.input.focus();
    this.input.select();
  }

  /** The text for Ctrl+C; undefined if nothing is selected. */
  copiedText(): string | undefined {
    const excerpt = this.selectedExcerpt();
    return excerpt && toTabSeparated(excerpt, { headers: false });
  }

  copy(options: { readonly headers: boolean; readonly names?: boolean; readonly markdown?: boolean }): void {
    const excerpt = this.selectedExcerpt();
    if (!excerpt || !this.grid) return;
    const { nameOf } = this.names;
    const text = options.markdown
      ? toMarkdownTable(excerpt, nameOf)
      : toTabSeparated(excerpt, { headers: options.headers, ...(options.names && { names: nameOf }) });
    void copyText(text);
    this.setStatus(plural(cellsIn(this.grid.rectangle), 'Copied {0} cell.', 'Copied {0} cells.'));
  }

  exportRows(): void {
    if (!this.grid) {
      if (isBoolean(this.shown)) host.send({ type: 'export', columns: [] });
      return;
    }
    const { view } = this.grid;
    host.send({
      type: 'export',
      columns: view.visibleColumns,
      ...(view.shownRows && { rows: view.shownRows }),
    });
  }

  filterByTerm(term: RdfTerm | null | undefined, { not }: { readonly not: boolean }): void {
    if (!this.grid) return;
    const column = this.grid.columnAt(this.grid.selection.active.column);
    const { columnFilters } = this.grid.state;
    const condition = (not ? '-' : '') + equalsFilter(term);
    const before = not ? `${columnFilters[column] ?? ''} ` : '';
    this.grid.change({ columnFilters: { ...columnFilters, [column]: (before + condition).trim() } });
    this.grid.showColumnFilters();
  }

  /** In a comparison, shows only the rows of one kind, or all rows again. */
  toggleOnly(value: string): boolean {
    const filter = `="${value}"`;
    const { columnFilters = {} } = this.grid?.state ?? {};
    const on = columnFilters[0] !== filter;
    this.grid?.change({ columnFilters: { ...columnFilters, 0: on ? filter : '' } });
    return on;
  }

  destroy(): void {
    this.grid?.destroy();
  }

  private selectedExcerpt(): TableExcerpt | undefined {
    if (!this.grid) return undefined;
    const { view, rectangle } = this.grid;
    const { top, bottom, left, right } = rectangle;
    if (bottom < top) return undefined;
    return {
      columns: view.columns,
      places: view.visibleColumns.slice(left, right + 1),
      rows: view.slice(top, bottom),
    };
  }

  private columnItems(grid: Grid): readonly { label: string; checked: boolean; run: () => void }[] {
    const { hidden } = grid.state;
    return grid.view.columns.map((label, column) => {
      const shown = !hidden.includes(column);
      const next = shown ? [...hidden, column] : hidden.filter((other) => other !== column);
      return {
        label,
        checked: shown,
        // One column must stay visible.
        run: () => next.length < grid.view.columns.length && grid.change({ hidden: next }),
      };
    });
  }

  /** Filters a large table when typing pauses, so that typing stays fast. */
  private filterSoon(): void {
    window.clearTimeout(this.filterTimer);
    const delay = (this.grid?.view.rows.length ?? 0) > LARGE_TABLE ? FILTER_DELAY_MS : 0;
    this.filterTimer = window.setTimeout(() => this.grid?.change({ filter: this.input.value }), delay);
  }

  private onFilterKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'Enter') this.grid?.focus();
    else if (event.key === 'Escape' && this.input.value !== '') {
      this.input.value = '';
      this.grid?.change({ filter: '' });
    } else if (event.key === 'Escape') this.grid?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private onChange(): void {
    this.events.changed();
    if (!this.grid) return;
    const { view } = this.grid;
    const parts: string[] = [];
    if (!view.isComplete)
      parts.push(t('{0} of {1} rows loaded', formatNumber(view.rows.length), formatNumber(view.total)));
    if (view.isFiltered)
      parts.push(t('{0} of {1} rows match', formatNumber(view.length), formatNumber(view.total)));
    const { hidden } = view.state;
    if (hidden.length > 0) parts.push(plural(hidden.length, '{0} column hidden', '{0} columns hidden'));
    const selected = this.selectedExcerpt();
    if (selected && cellsIn(this.grid.rectangle) > 1)
      parts.push(selectionSummary(this.grid.rectangle, selected));
    if (this.hasMoreNames && (view.isFiltered || view.state.sort.length > 0))
      parts.push(
        t(
          'Sorting and filtering by name covers only the rows shown so far and {0} other IDs',
          formatNumber(MAX_NAMES),
        ),
      );
    if (this.names.problem !== undefined) parts.push(t('Cannot load names: {0}', this.names.problem));
    this.setStatus(parts.join(' · '));
  }

  private setStatus(text: string): void {
    if (this.events.status.textContent !== text) this.events.status.textContent = text;
    this.events.status.hidden = text === '';
  }

  /** Requests the names of rows that are not visible, up to a limit. */
  private wantOtherNames(): void {
    const iris = new Set<string>();
    for (const row of this.grid?.view.rows ?? [])
      for (const term of row) {
        if (term?.type === 'uri') iris.add(term.value);
        if (iris.size > MAX_NAMES) break;
      }
    this.hasMoreNames = iris.size > MAX_NAMES;
    this.names.requestLater([...iris].slice(0, MAX_NAMES).reverse());
  }
}

const MAX_NAMES = 5000;
const LARGE_TABLE = 20_000;
const FILTER_DELAY_MS = 150;

const isBoolean = (shown: ShownTable): boolean =>
  shown.kind === 'run' &&
  shown.run.execution.status === 'answered' &&
  shown.run.execution.answer.kind === 'boolean';

function tableOf(
  shown: ShownTable,
): { readonly columns: readonly string[]; readonly total: number } | undefined {
  if (shown.kind === 'comparison') return shown;
  const { execution } = shown.run;
  return execution.status === 'answered' && 'columns' in execution.answer ? execution.answer : undefined;
}
