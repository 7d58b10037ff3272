import type { MoveStep } from '../../shared/selection';
import { nextSort } from '../../shared/table-state';
import type { Grid } from './grid';

const STEPS: Readonly<Record<string, MoveStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'page-up',
  PageDown: 'page-down',
  Home: 'first',
  End: 'last',
};

/** Handles the keys of the table. They are not passed on to the editor. */
export function onGridKey(grid: Grid, event: KeyboardEvent): void {
  if (event.target instanceof HTMLInputElement || !handleKey(grid, event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Returns whether the key was handled. */
function handleKey(grid: Grid, { key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const far = ctrlKey || metaKey;
  const { active } = grid.selection;
  if (altKey && shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    const column = grid.columnAt(active.column);
    grid.resize(column, grid.widthOf(column) + (key === 'ArrowLeft' ? -20 : 20));
    return true;
  }
  if (altKey) return false;
  const step = STEPS[key];
  if (step) {
    const corner = far && key === 'Home' ? 'start' : far && key === 'End' ? 'end' : step;
    grid.move(corner, { far, extend: shiftKey });
    return true;
  }
  if (far && key.toLowerCase() === 'a' && !shiftKey) {
    grid.select({
      anchor: { row: 0, column: 0 },
      active: { ...active, row: Math.max(0, active.row) },
      whole: 'all',
    });
    return true;
  }
  if (key === ' ' && (far || shiftKey)) {
    grid.select({ anchor: active, active, whole: far ? 'columns' : 'rows' });
    return true;
  }
  if (far) return false;
  if (active.row < 0 && (key === 'Enter' || key === ' ')) {
    grid.change({ sort: nextSort(grid.state.sort, grid.columnAt(active.column), { among: shiftKey }) });
    return true;
  }
  if (key === 'Enter') grid.openActive();
  else if (key === ' ') grid.showActiveValue();
  else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) grid.openMenu();
  else return false;
  return true;
}
