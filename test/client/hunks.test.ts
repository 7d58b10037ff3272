import { describe, expect, it } from 'vitest';
import { hunkAt, diffHunks, withLineEndings, applyHunk } from '../../client/src/repair/hunks';

const before = 'one\ntwo\nthree\nfour\nfive';

describe('hunks between a query and its proposal', () => {
  it.each([
    ['a line that is another', 'one\nTWO\nthree\nfour\nfive', [[1, 1, 1, 1]]],
    [
      'a line more at the top, one less at the end',
      'zero\none\ntwo\nthree\nfour',
      [
        [0, 0, 0, 1],
        [4, 1, 5, 0],
      ],
    ],
    ['lines more in the middle', 'one\ntwo\nand\nso on\nthree\nfour\nfive', [[2, 0, 2, 2]]],
    ['a line more at the end', `${before}\nsix`, [[5, 0, 5, 1]]],
    ['nothing', before, []],
    ['nothing but the ends of lines', before.replaceAll('\n', '\r\n'), []],
    ['everything', 'a\nb', [[0, 5, 0, 2]]],
  ])('are %s', (_, after, expected) => {
    expect(
      diffHunks(before, after).map(({ before: old, after: fresh }) => [
        old.start,
        old.count,
        fresh.start,
        fresh.count,
      ]),
    ).toEqual(expected);
  });

  it('can be accepted one by one in any order', () => {
    const after = 'zero\none\nTWO\nthree\nfive\nsix';
    for (const choose of [0, -1]) {
      let text = before;
      let count = 0;
      for (;;) {
        const hunk = diffHunks(text, after).at(choose);
        if (!hunk) break;
        text = applyHunk(text, after, hunk);
        count += 1;
      }
      expect(text).toBe(after);
      expect(count).toBe(4);
    }
  });

  it('keep the line endings of the query', () => {
    const windows = before.replaceAll('\n', '\r\n');
    const after = 'one\nTWO\nthree\nfour\nfive';
    const [hunk] = diffHunks(windows, after);
    expect(hunk && applyHunk(windows, after, hunk)).toBe(after.replaceAll('\n', '\r\n'));
    expect(withLineEndings('a\nb', '\r\n')).toBe('a\r\nb');
    expect(withLineEndings('a\r\nb', '\n')).toBe('a\nb');
  });

  it('are found by a line of either side, or next to removed lines', () => {
    const after = 'one\nthree\nFOUR\nfive';
    const hunks = diffHunks(before, after);
    const [gone, other] = hunks;
    expect(hunkAt(hunks, 'before', 1)).toBe(gone);
    expect(hunkAt(hunks, 'after', 1)).toBe(gone);
    expect(hunkAt(hunks, 'after', 0)).toBe(gone);
    expect(hunkAt(hunks, 'after', 2)).toBe(other);
    expect(hunkAt(hunks, 'before', 3)).toBe(other);
    expect(hunkAt(diffHunks(before, `${before}\nsix`), 'before', 1)).toBeUndefined();
  });
});
