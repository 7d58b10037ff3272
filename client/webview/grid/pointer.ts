import { selectCell } from '../../shared/selection';
import { cellOf } from './cell-place';
import type { Grid } from './grid';

/** Selects with the mouse and opens links. */
export function followPointer(grid: Grid, body: HTMLElement, signal: AbortSignal): void {
  let dragging = false;
  /** How far the pointer is above or below the table, in pixels. */
  let outside = 0;

  body.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const row = rowNumberOf(event.target);
    if (row !== undefined) {
      const anchor = event.shiftKey ? grid.selection.anchor : { row, column: 0 };
      grid.select({ anchor, active: { row, column: 0 }, whole: 'rows' });
      return;
    }
    const cell = cellOf(event.target);
    if (!cell) return;
    grid.select(event.shiftKey ? { anchor: grid.selection.anchor, active: cell } : selectCell(cell));
    dragging = true;
  });

  window.addEventListener(
    'pointermove',
    (event) => {
      if (!dragging || event.buttons === 0) {
        dragging = false;
        return;
      }
      const box = grid.element.getBoundingClientRect();
      outside = event.clientY < box.top ? event.clientY - box.top : Math.max(0, event.clientY - box.bottom);
      const under = cellOf(document.elementFromPoint(event.clientX, event.clientY));
      const active = {
        row: grid.rowAt(event.clientY),
        column: under?.column ?? grid.selection.active.column,
      };
      const { row, column } = grid.selection.active;
      if (active.row !== row || active.column !== column)
        grid.select({ anchor: grid.selection.anchor, active });
      if (outside !== 0) requestAnimationFrame(autoScroll);
    },
    { signal },
  );

  window.addEventListener('pointerup', () => (dragging = false), { signal });

  /** Scrolls while the pointer is dragged above or below the table. */
  const autoScroll = (): void => {
    if (!dragging || outside === 0) return;
    const { active, anchor } = grid.selection;
    const row = Math.max(0, Math.min(grid.size.rows - 1, active.row + Math.sign(outside)));
    if (row === active.row) return;
    grid.select({ anchor, active: { ...active, row } });
    requestAnimationFrame(autoScroll);
  };

  body.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.shiftKey) return;
    const several = grid.rectangle.bottom > grid.rectangle.top || grid.rectangle.right > grid.rectangle.left;
    if (several) return;
    if (event.target.closest('.link')) grid.openActive();
    else if (event.target.closest('.more')) grid.showActiveValue();
  });

  body.addEventListener('dblclick', (event) => {
    if (cellOf(event.target)) grid.openActive();
  });
}

function rowNumberOf(target: EventTarget | null): number | undefined {
  if (!(target instanceof Element) || !target.closest('.row-number')) return undefined;
  const row = target.closest<HTMLElement>('.row')?.dataset['row'];
  return row === undefined ? undefined : Number(row);
}
