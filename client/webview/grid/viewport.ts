import { scrollBarTo, scrollRowsTo, type Extent, type Scroll } from '../../shared/scroll';

/** The number of rows that are drawn beyond each edge. */
const OVERSCAN = 8;

/** The visible part of a table in rows and pixels. */
export class Viewport {
  rowHeight = 22;
  private scroll: Scroll = { bar: 0, top: 0 };
  /** The first visible row to restore as soon as it has arrived. */
  private wantedRow = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly head: HTMLElement,
    private readonly rows: () => number,
  ) {}

  get extent(): Extent {
    return {
      content: this.rows() * this.rowHeight,
      viewport: Math.max(0, this.element.clientHeight - this.head.offsetHeight),
    };
  }

  get top(): number {
    return this.scroll.top;
  }

  get topRow(): number {
    return this.wantedRow || Math.floor(this.scroll.top / this.rowHeight);
  }

  get rowsPerPage(): number {
    return Math.max(1, Math.floor(this.extent.viewport / this.rowHeight) - 1);
  }

  get first(): number {
    return Math.max(0, Math.floor(this.scroll.top / this.rowHeight) - OVERSCAN);
  }

  get last(): number {
    const below = Math.ceil((this.scroll.top + this.extent.viewport) / this.rowHeight);
    return Math.min(this.rows() - 1, below + OVERSCAN);
  }

  /** The offset of a row in the scrolled body. */
  readonly topOf = (row: number): number => row * this.rowHeight - this.scroll.top + this.scroll.bar;

  /** The row at a vertical position, which may be outside the table. */
  rowAt(clientY: number): number {
    const within = clientY - this.element.getBoundingClientRect().top - this.head.offsetHeight;
    return Math.max(0, Math.min(this.rows() - 1, Math.floor((this.scroll.top + within) / this.rowHeight)));
  }

  /** Follows the scrollbar. Returns false if it has not moved. */
  follow(): boolean {
    if (this.element.scrollTop === this.scroll.bar) return false;
    this.scroll = scrollBarTo(this.scroll, this.element.scrollTop, this.extent);
    return true;
  }

  moveTo(top: number): void {
    this.scroll = scrollRowsTo(top, this.extent);
    this.element.scrollTop = this.scroll.bar;
  }

  restoreRow(row: number): void {
    this.wantedRow = row;
  }

  /** Returns the row to restore once, as soon as it has arrived. */
  takeRestoredRow(): number | undefined {
    const isVisible = this.extent.viewport > 0;
    if (this.wantedRow === 0 || !isVisible || this.rows() <= this.wantedRow) return undefined;
    const row = this.wantedRow;
    this.wantedRow = 0;
    return row;
  }

  /** The scroll position that shows a row; undefined if it is visible. */
  topToShow(row: number): number | undefined {
    const top = row * this.rowHeight;
    if (top < this.scroll.top) return top;
    const { viewport } = this.extent;
    return top + this.rowHeight > this.scroll.top + viewport ? top + this.rowHeight - viewport : undefined;
  }

  /** Scrolls horizontally until a column is visible beside the row numbers. */
  showColumn(column: number, widths: readonly number[], numbers: number): void {
    const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const width = widths[column] ?? 0;
    const shown = this.element.clientWidth - numbers;
    if (left < this.element.scrollLeft) this.element.scrollLeft = left;
    else if (left + width > this.element.scrollLeft + shown)
      this.element.scrollLeft = Math.min(left, left + width - shown);
  }
}
