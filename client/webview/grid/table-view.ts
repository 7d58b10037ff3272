import type { AnswerRow } from '../../../server/src/protocol/index';
import { filterRows, hasFilter } from '../../shared/filter';
import { sortRows } from '../../shared/sort';
import type { TableState } from '../../shared/table-state';
import type { NameLookup } from '../../shared/terms';

/** The sorted and filtered view of a table. */
export class TableView {
  readonly rows: AnswerRow[] = [];
  /** The indexes of the visible rows; undefined if the table is neither sorted nor filtered. */
  private order: readonly number[] | undefined;

  constructor(
    readonly columns: readonly string[],
    readonly total: number,
    public state: TableState,
    private readonly nameOf: NameLookup,
  ) {}

  get length(): number {
    return this.order?.length ?? this.rows.length;
  }

  get isComplete(): boolean {
    return this.rows.length >= this.total;
  }

  /** Whether the view differs from the original table. */
  get isAltered(): boolean {
    return this.order !== undefined || this.state.hidden.length > 0;
  }

  get isFiltered(): boolean {
    return hasFilter({ everywhere: this.state.filter, byColumn: this.state.columnFilters });
  }

  get visibleColumns(): readonly number[] {
    return this.columns.map((_, index) => index).filter((index) => !this.state.hidden.includes(index));
  }

  /** The index in the answer of a visible row. */
  source(index: number): number {
    return this.order ? (this.order[index] ?? -1) : index;
  }

  row(index: number): AnswerRow | undefined {
    return this.rows[this.source(index)];
  }

  *slice(first: number, last: number): Generator<AnswerRow> {
    for (let index = first; index <= last; index += 1) {
      const row = this.row(index);
      if (row) yield row;
    }
  }

  /** The indexes of the visible rows for an export; undefined for all. */
  get shownRows(): readonly number[] | undefined {
    return this.order;
  }

  arrange(): void {
    const { sort, filter, columnFilters } = this.state;
    if (!this.isFiltered && sort.length === 0) {
      this.order = undefined;
      return;
    }
    const matching = this.isFiltered
      ? filterRows(
          this.rows,
          { everywhere: filter, byColumn: columnFilters, columns: this.visibleColumns },
          this.nameOf,
        )
      : this.rows.map((_, index) => index);
    this.order = sort.length > 0 ? sortRows(this.rows, matching, sort, this.nameOf) : matching;
  }
}
