import type { RdfTerm, AnswerRow } from '../../../server/src/protocol/index';
import type { NameLookup } from '../../shared/terms';
import type { TableView } from './table-view';
import { type CellFonts, DEFAULT_WIDTH, fittingWidth } from './widths';

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
      this.fitted.set(column, fittingWidth(name, sample, column, this.nameOf, this.fonts));
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
    return fittingWidth(this.view.columns[column] ?? '', rows, column, this.nameOf, this.fonts, 1200);
  }

  private get fonts(): CellFonts {
    const table = this.table();
    const style = getComputedStyle(table.isConnected ? table : document.body);
    const font = `${style.fontWeight} ${style.fontSize}`;
    return { text: `${font} ${style.fontFamily}`, id: `${font} ${style.getPropertyValue('--mono')}` };
  }

  private hasName(term: RdfTerm | null): boolean {
    return term?.type === 'uri' && this.nameOf(term.value) !== undefined;
  }
}
