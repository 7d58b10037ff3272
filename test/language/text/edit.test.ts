import { describe, expect, it } from 'vitest';
import {
  mapThroughEdits,
  DisjointEdits,
  applyEdits,
  type TextEdit,
} from '../../../server/src/core/language/text/edit';
import { SeededRandom } from '../../../server/src/evaluation/seeded-random';

const edit = (start: number, end: number, newText: string): TextEdit => ({ range: { start, end }, newText });

describe('edits', () => {
  it('are applied in text order', () => {
    expect(applyEdits('abcdef', [edit(4, 5, 'E'), edit(1, 2, 'B')])).toBe('aBcdEf');
  });

  it('that insert at the start of another edit come first', () => {
    expect(applyEdits('abc', [edit(1, 2, 'B'), edit(1, 1, '+')])).toBe('a+Bc');
  });

  it('are collected if none of a set overlaps an earlier one', () => {
    const disjoint = new DisjointEdits();
    expect(disjoint.add([edit(5, 8, ''), edit(0, 0, 'x')])).toBe(true);
    expect(disjoint.add([edit(0, 0, 'y')])).toBe(true);
    expect(disjoint.add([edit(8, 9, '')])).toBe(true);
    expect(disjoint.add([edit(1, 2, ''), edit(7, 7, 'z')])).toBe(false);
    expect(disjoint.add([edit(5, 8, '')])).toBe(false);
    expect(disjoint.add([edit(1, 2, '')])).toBe(true);
  });
});

describe('a range after edits', () => {
  it.each([
    ['moves if text is inserted before it', 'ab[cd]ef', [edit(0, 0, 'xx')], 'cd'],
    ['moves if text is inserted at its start', 'ab[cd]ef', [edit(2, 2, 'xx')], 'cd'],
    ['does not change if text after it changes', 'ab[cd]ef', [edit(4, 6, '')], 'cd'],
    ['contains its replacement', 'ab[cd]ef', [edit(2, 4, 'xyz')], 'xyz'],
    ['contains the replacement of a part of it', 'ab[cd]ef', [edit(3, 4, 'xyz')], 'cxyz'],
    ['contains an insertion inside it', 'ab[cd]ef', [edit(3, 3, '-')], 'c-d'],
    ['contains the replacement of a larger range', 'ab[cd]ef', [edit(1, 5, 'xyz')], 'xyz'],
    ['is empty if all of it is deleted', 'ab[cd]ef', [edit(1, 5, '')], ''],
    ['moves by all edits before it', 'ab[cd]ef', [edit(0, 1, ''), edit(1, 2, 'bbb'), edit(4, 5, '')], 'cd'],
  ])('%s', (_, marked, edits, expected) => {
    const start = marked.indexOf('[');
    const end = marked.indexOf(']') - 1;
    const text = marked.replace(/[[\]]/g, '');
    const after = mapThroughEdits(edits)({ start, end });
    expect(applyEdits(text, edits).slice(after.start, after.end)).toBe(expected);
  });

  it('keeps its text if no edit touches it', () => {
    const draw = new SeededRandom(7);
    for (let round = 0; round < 300; round++) {
      const text = Array.from({ length: 40 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');
      const disjoint = new DisjointEdits();
      const edits = Array.from({ length: 6 }, () => {
        const start = draw.below(36);
        return edit(start, start + draw.below(4), 'XYZ'.slice(draw.below(4)));
      }).filter((one) => disjoint.add([one]));
      const start = draw.below(36);
      const range = { start, end: start + 1 + draw.below(3) };
      if (edits.some((one) => one.range.start < range.end && one.range.end > range.start)) continue;
      const after = mapThroughEdits(edits)(range);
      expect(applyEdits(text, edits).slice(after.start, after.end)).toBe(text.slice(range.start, range.end));
    }
  });
});
