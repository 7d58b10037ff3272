import { describe, expect, it } from 'vitest';
import {
  afterEdits,
  ApartEdits,
  applyEdits,
  type TextEdit,
} from '../../../server/src/core/language/text/edit';
import { SeededRandom } from '../../../server/src/evaluation/seeded-random';

const edit = (start: number, end: number, newText: string): TextEdit => ({ range: { start, end }, newText });

describe('edits', () => {
  it('are applied in the order of the text, however they are listed', () => {
    expect(applyEdits('abcdef', [edit(4, 5, 'E'), edit(1, 2, 'B')])).toBe('aBcdEf');
  });

  it('that insert where another begins come before what that one writes', () => {
    expect(applyEdits('abc', [edit(1, 2, 'B'), edit(1, 1, '+')])).toBe('a+Bc');
  });

  it('are taken in as long as they are apart, and only whole', () => {
    const apart = new ApartEdits();
    expect(apart.add([edit(5, 8, ''), edit(0, 0, 'x')])).toBe(true);
    expect(apart.add([edit(0, 0, 'y')])).toBe(true);
    expect(apart.add([edit(8, 9, '')])).toBe(true);
    expect(apart.add([edit(1, 2, ''), edit(7, 7, 'z')])).toBe(false);
    expect(apart.add([edit(5, 8, '')])).toBe(false);
    expect(apart.add([edit(1, 2, '')])).toBe(true);
  });
});

describe('a range after edits', () => {
  it.each([
    ['moves with what is inserted before it', 'ab[cd]ef', [edit(0, 0, 'xx')], 'cd'],
    ['moves with what is inserted right before it', 'ab[cd]ef', [edit(2, 2, 'xx')], 'cd'],
    ['stays where the text changes behind it', 'ab[cd]ef', [edit(4, 6, '')], 'cd'],
    ['holds what replaces it', 'ab[cd]ef', [edit(2, 4, 'xyz')], 'xyz'],
    ['holds what replaces a part of it', 'ab[cd]ef', [edit(3, 4, 'xyz')], 'cxyz'],
    ['holds what is inserted inside it', 'ab[cd]ef', [edit(3, 3, '-')], 'c-d'],
    ['holds what replaces more than it', 'ab[cd]ef', [edit(1, 5, 'xyz')], 'xyz'],
    ['is empty where all of it goes', 'ab[cd]ef', [edit(1, 5, '')], ''],
    ['counts every edit before it', 'ab[cd]ef', [edit(0, 1, ''), edit(1, 2, 'bbb'), edit(4, 5, '')], 'cd'],
  ])('%s', (_, marked, edits, expected) => {
    const start = marked.indexOf('[');
    const end = marked.indexOf(']') - 1;
    const text = marked.replace(/[[\]]/g, '');
    const after = afterEdits(edits)({ start, end });
    expect(applyEdits(text, edits).slice(after.start, after.end)).toBe(expected);
  });

  it('has the same text when no edit touches it, whatever the edits', () => {
    const draw = new SeededRandom(7);
    for (let round = 0; round < 300; round++) {
      const text = Array.from({ length: 40 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');
      const apart = new ApartEdits();
      const edits = Array.from({ length: 6 }, () => {
        const start = draw.below(36);
        return edit(start, start + draw.below(4), 'XYZ'.slice(draw.below(4)));
      }).filter((one) => apart.add([one]));
      const start = draw.below(36);
      const range = { start, end: start + 1 + draw.below(3) };
      if (edits.some((one) => one.range.start < range.end && one.range.end > range.start)) continue;
      const after = afterEdits(edits)(range);
      expect(applyEdits(text, edits).slice(after.start, after.end)).toBe(text.slice(range.start, range.end));
    }
  });
});
