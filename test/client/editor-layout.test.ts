import { describe, expect, it } from 'vitest';
import { stackGroup, type EditorLayout } from '../../client/src/results/editor-layout';

const columns = (...sizes: readonly number[]): EditorLayout => ({
  orientation: 0,
  groups: sizes.map((size) => ({ size })),
});

describe('stackGroup', () => {
  it('puts the second of two columns below the first', () => {
    expect(stackGroup(columns(500, 500), 1)).toEqual({ orientation: 1, groups: [{}, {}] });
  });

  it('keeps the other columns and the order of the groups', () => {
    expect(stackGroup(columns(300, 200, 400), 1)).toEqual({
      orientation: 0,
      groups: [{ size: 500, groups: [{}, {}] }, { size: 400 }],
    });
    expect(stackGroup(columns(300, 200, 400), 2)).toEqual({
      orientation: 0,
      groups: [{ size: 300 }, { size: 600, groups: [{}, {}] }],
    });
  });

  it('puts a column below groups that are stacked already', () => {
    const layout: EditorLayout = {
      orientation: 0,
      groups: [{ size: 500, groups: [{ size: 200 }, { size: 300 }] }, { size: 500 }],
    };
    expect(stackGroup(layout, 2)).toEqual({ orientation: 1, groups: [{}, {}, {}] });
  });

  it('leaves a group that has none on its left', () => {
    expect(stackGroup(columns(1000), 0)).toBeUndefined();
    expect(stackGroup(columns(500, 500), 0)).toBeUndefined();
    expect(stackGroup(columns(500, 500), 7)).toBeUndefined();
    expect(stackGroup({ orientation: 1, groups: [{}, {}] }, 1)).toBeUndefined();
    const inner: EditorLayout = { orientation: 0, groups: [{}, { groups: [{}, {}] }] };
    expect(stackGroup(inner, 2)).toBeUndefined();
    expect(stackGroup(inner, 1)).toBeUndefined();
  });
});
