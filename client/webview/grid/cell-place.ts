import type { Cell } from '../../shared/selection';

export const cellId = (row: number, column: number): string => `cell-${row}-${column}`;
export const headId = (column: number): string => `head-${column}`;

/** The ID of a cell element; headers are in row -1. */
export const idOf = ({ row, column }: Cell): string => (row < 0 ? headId(column) : cellId(row, column));

/** The cell that an event is about. */
export function cellOf(target: EventTarget | null): Cell | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>('.cell, .head-cell');
  if (!cell) return undefined;
  const row = cell.closest<HTMLElement>('.row')?.dataset['row'];
  return { row: row === undefined ? -1 : Number(row), column: Number(cell.dataset['column']) };
}
