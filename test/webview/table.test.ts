import { describe, expect, it } from 'vitest';
import { compareTables } from '../../client/shared/compare';
import { MAX_PIXELS, barHeight, scrollBarTo, scrollRowsTo } from '../../client/shared/scroll';
import {
  cellsIn,
  isWithin,
  moveSelection,
  rectangleOf,
  selectCell,
  type Selection,
} from '../../client/shared/selection';
import { integer, text } from './terms';

const size = { rows: 10, columns: 3 };

describe('table selection', () => {
  it('moves by cells, by pages and to the edges, within the table', () => {
    expect(move(selectCell({ row: 0, column: 0 }), 'left').active).toEqual({ row: 0, column: 0 });
    expect(move(selectCell({ row: 9, column: 2 }), 'down').active).toEqual({ row: 9, column: 2 });
    expect(move(selectCell({ row: 1, column: 1 }), 'page-down').active).toEqual({ row: 5, column: 1 });
    expect(move(selectCell({ row: 1, column: 1 }), 'right', { far: true }).active).toEqual({
      row: 1,
      column: 2,
    });
    expect(move(selectCell({ row: 1, column: 1 }), 'end').active).toEqual({ row: 9, column: 2 });
  });

  it('moves to the headers from the first row, but cannot extend to them', () => {
    expect(move(selectCell({ row: 0, column: 1 }), 'up').active).toEqual({ row: -1, column: 1 });
    expect(move(selectCell({ row: 0, column: 1 }), 'up', { extend: true }).active).toEqual({
      row: 0,
      column: 1,
    });
  });

  it('extends from its anchor', () => {
    const grown = move(move(selectCell({ row: 4, column: 1 }), 'up', { extend: true }), 'left', {
      extend: true,
    });
    expect(rectangleOf(grown, size)).toEqual({ top: 3, bottom: 4, left: 0, right: 1 });
    expect(isWithin(rectangleOf(grown, size), { row: 3, column: 0 })).toBe(true);
    expect(isWithin(rectangleOf(grown, size), { row: 5, column: 0 })).toBe(false);
  });

  it('selects whole rows, whole columns or everything', () => {
    const cell = selectCell({ row: 4, column: 1 });
    expect(cellsIn(rectangleOf({ ...cell, whole: 'rows' }, size))).toBe(3);
    expect(cellsIn(rectangleOf({ ...cell, whole: 'columns' }, size))).toBe(10);
    expect(cellsIn(rectangleOf({ ...cell, whole: 'all' }, size))).toBe(30);
    expect(cellsIn(rectangleOf({ ...cell, whole: 'all' }, { rows: 0, columns: 3 }))).toBe(0);
  });
});

describe('scrolling', () => {
  it('is exact in a table that the browser can show at full height', () => {
    const extent = { content: 2_200_000, viewport: 500 };
    expect(barHeight(extent)).toBe(2_200_000);
    expect(scrollBarTo({ bar: 0, top: 0 }, 44_000, extent).top).toBe(44_000);
    expect(scrollRowsTo(44_000, extent)).toEqual({ bar: 44_000, top: 44_000 });
  });

  it('of a higher table moves by pixels for small steps, and by proportion for jumps', () => {
    const extent = { content: 22_000_000, viewport: 500 };
    expect(barHeight(extent)).toBe(MAX_PIXELS);
    const half = scrollBarTo({ bar: 0, top: 0 }, (MAX_PIXELS - 500) / 2, extent);
    expect(half.top).toBeCloseTo((22_000_000 - 500) / 2);
    expect(scrollBarTo(half, half.bar + 100, extent).top).toBeCloseTo(half.top + 100);
    expect(scrollBarTo(half, MAX_PIXELS - 500, extent).top).toBe(22_000_000 - 500);
    expect(scrollBarTo(half, 0, extent).top).toBe(0);
  });
});

describe('comparison of two results', () => {
  it('counts each row as only in A, only in B or in both', () => {
    const a = { columns: ['x'], rows: [[integer(1)], [integer(1)], [integer(2)]] };
    const b = { columns: ['x'], rows: [[integer(3)], [integer(1)]] };
    const { rows, counts, note } = compareTables(a, b);
    expect(counts).toEqual({ onlyA: 2, onlyB: 1, both: 1 });
    expect(rows.map((row) => row.map((term) => term?.value))).toEqual([
      ['only A', '1'],
      ['only A', '2'],
      ['only B', '3'],
      ['both', '1'],
    ]);
    expect(note).toBeUndefined();
  });

  it('matches columns by name in any order', () => {
    const a = { columns: ['x', 'y'], rows: [[integer(1), text('a')]] };
    const b = { columns: ['y', 'x'], rows: [[text('a'), integer(1)]] };
    expect(compareTables(a, b).counts).toEqual({ onlyA: 0, onlyB: 0, both: 1 });
  });

  it('matches columns by position if the names differ, and by common names if the numbers differ', () => {
    const a = { columns: ['x'], rows: [[integer(1)]] };
    const renamed = compareTables(a, { columns: ['z'], rows: [[integer(1)]] });
    expect(renamed.counts.both).toBe(1);
    expect(renamed.note).toContain('by position');
    const wider = compareTables(a, { columns: ['x', 'y'], rows: [[integer(1), null]] });
    expect(wider.counts.both).toBe(1);
    expect(wider.note).toContain('x.');
    expect(compareTables(a, { columns: ['y', 'z'], rows: [] }).note).toContain('no column in common');
  });
});

const move = (
  selection: Selection,
  step: Parameters<typeof moveSelection>[1]['step'],
  options: { readonly far?: boolean; readonly extend?: boolean } = {},
): Selection => moveSelection(selection, { step, page: 4, ...options }, size);
