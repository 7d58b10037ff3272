import { formatNumber, t } from './l10n';
import type { TableExcerpt } from './table-text';
import { amountOf } from './values';

/** A rectangle of cells in the visible table. */
export interface Selection {
  /** The first selected cell. */
  readonly anchor: Cell;
  /** The focused cell; row -1 is the header. */
  readonly active: Cell;
  /** Whole rows, whole columns or all cells are selected, including those that arrive later. */
  readonly whole?: 'rows' | 'columns' | 'all';
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface TableSize {
  readonly rows: number;
  readonly columns: number;
}

export interface Rectangle {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const selectCell = (cell: Cell): Selection => ({ anchor: cell, active: cell });

/** The selected cells, both ends included. It is empty (bottom < top) if there are no rows. */
export function rectangleOf({ anchor, active, whole }: Selection, size: TableSize): Rectangle {
  const allRows = whole === 'columns' || whole === 'all';
  const allColumns = whole === 'rows' || whole === 'all';
  return {
    top: allRows ? 0 : Math.max(0, Math.min(anchor.row, active.row)),
    bottom: allRows ? size.rows - 1 : Math.min(size.rows - 1, Math.max(anchor.row, active.row)),
    left: allColumns ? 0 : Math.min(anchor.column, active.column),
    right: allColumns ? size.columns - 1 : Math.max(anchor.column, active.column),
  };
}

export const isWithin = ({ top, bottom, left, right }: Rectangle, { row, column }: Cell): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

export const cellsIn = ({ top, bottom, left, right }: Rectangle): number =>
  Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1);

export type MoveStep =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'start'
  | 'end';

export interface SelectionMove {
  readonly step: MoveStep;
  /** Move to the edge. */
  readonly far?: boolean;
  /** Extend the selection: the anchor stays. */
  readonly extend?: boolean;
  /** The number of visible rows. */
  readonly page: number;
}

export function moveSelection(
  selection: Selection,
  { step, far = false, extend = false, page }: SelectionMove,
  size: TableSize,
): Selection {
  const { row, column } = selection.active;
  const lowest = extend ? 0 : -1;
  const to = (nextRow: number, nextColumn: number): Selection => {
    const active = {
      row: Math.max(lowest, Math.min(size.rows - 1, nextRow)),
      column: Math.max(0, Math.min(size.columns - 1, nextColumn)),
    };
    return extend ? { anchor: selection.anchor, active } : selectCell(active);
  };
  switch (step) {
    case 'up':
      return to(far ? 0 : row - 1, column);
    case 'down':
      return to(far ? size.rows - 1 : row + 1, column);
    case 'left':
      return to(row, far ? 0 : column - 1);
    case 'right':
      return to(row, far ? size.columns - 1 : column + 1);
    case 'page-up':
      return to(Math.max(0, row - page), column);
    case 'page-down':
      return to(row + page, column);
    case 'first':
      return to(row, 0);
    case 'last':
      return to(row, size.columns - 1);
    case 'start':
      return to(0, 0);
    case 'end':
      return to(size.rows - 1, size.columns - 1);
  }
}

/** The size of a selection, with the sum and average of numbers. */
export function selectionSummary(
  { top, bottom, left, right }: Rectangle,
  { places, rows }: TableExcerpt,
): string {
  const size = t('{0} × {1} selected', formatNumber(bottom - top + 1), right - left + 1);
  let sum = 0;
  let count = 0;
  for (const row of rows)
    for (const place of places) {
      const term = row[place];
      if (!term) continue;
      const amount = amountOf(term);
      if (amount?.kind !== 'number') return size;
      sum += amount.value;
      count += 1;
    }
  if (count < 2) return size;
  return t('{0}, sum {1}, average {2}', size, rounded(sum), rounded(sum / count));
}

const rounded = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 });
