import type { RdfTerm, AnswerRow } from '../../../server/src/protocol/index';
import type { NameLookup } from '../../shared/terms';
import type { TableView } from './table-view';
import { DEFAULT_WIDTH, fittingWidth } from './widths';

const SAMPLE_ROWS = 200;

/** Column widths: set by the user, or fitted to the content. */
export class ColumnWidths {
  private readonly fitted = new Map<number, number>();
  private fitNames = false;

  constructor(
    private readonly view: TableView,
    private readonly nameOf: NameLookup,
    private readonly table: () => HTMLElement,
  ) {}

  of(column: number): number {
    return this.view.state.widths[column] ?? this.fitted.get(column) ?? DEFAULT_WIDTH;
  }

  get visible(): readonly number[] {
    return this.view.visibleColumns.map((column) => this.of(column));
  }

  fit(): void {
    const sample = this.view.rows.slice(0, SAMPLE_ROWS);
    this.view.columns.forEach((name, column) => {
      this.fitted.set(column, fittingWidth(name, sample, column, this.nameOf, this.font));
    });
  }

  /** Fits the columns once, when the first names are loaded. */
  fitToNames(): void {
    if (this.fitNames || !this.view.rows.some((row) => row.some((term) => this.hasName(term)))) return;
    this.fitNames = true;
    this.fit();
  }

  /** The width that the given rows need. */
  widthFor(rows: readonly AnswerRow[], column: number): number {
    return fittingWidth(this.view.columns[column] ?? '', rows, column, this.nameOf, this.font, 1200);
  }

  private get font(): string {
    const table = this.table();
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(table.isConnected ? table : document.body);
    return `${fontWeight} ${fontSize} ${fontFamily}`;
  }

  private hasName(term: RdfTerm | null): boolean {
    return term?.type === 'uri' && this.nameOf(term.value) !== undefined;
  }
}
