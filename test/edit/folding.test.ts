import { describe, expect, it } from 'vitest';
import { foldingRangesOf } from '../../server/src/core/edit/folding';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import { LineIndex } from '../../server/src/core/language/text/line-index';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { VALID_QUERIES, INVALID_QUERIES } from '../support/queries';
import { damageAll } from '../support/damaged-texts';

/** `1-3 block`: the first line, which stays visible, and the last hidden line, counted from 1. */
function folds(text: string): readonly string[] {
  const lines = new LineIndex(text);
  return foldingRangesOf(text, parseDocument(text, 'virtuoso'))
    .map(({ kind, range }) => ({
      kind,
      start: lines.lineOf(range.start) + 1,
      end: lines.lineOf(range.end) + 1,
    }))
    .filter(({ start, end }) => end > start)
    .sort((left, right) => left.start - right.start || left.end - right.end)
    .map(({ kind, start, end }) => `${start}-${end} ${kind}`);
}

describe('folding', () => {
  it('folds groups up to the line of their brace', () => {
    expect(folds('SELECT ?x {\n  OPTIONAL {\n    ?x a ?y\n  } .\n  ?x a [\n    a 1\n  ] }')).toEqual([
      '1-7 block',
      '2-3 block',
      '5-6 block',
    ]);
    expect(folds('ASK {\r\n  {\r\n    ?a ?b 1\r\n  } UNION {\r\n    ?a ?b 2\r\n  }\r\n}\r\n')).toEqual([
      '1-6 block',
      '2-3 block',
      '4-5 block',
    ]);
  });

  it('folds the blocks of values and of updates', () => {
    expect(
      folds('INSERT DATA {\n  <a> <b> 1\n} ;\nDELETE {\n  ?a ?b 1\n}\nWHERE {\n  VALUES ?a {\n    1\n  }\n}'),
    ).toEqual(['1-2 block', '4-5 block', '7-10 block', '8-9 block']);
  });

  it('folds the prefixes as imports', () => {
    expect(folds('# a\nPREFIX a: <a>\nPREFIX b: <b>\nBASE <c>\nPREFIX d: <d>\nASK {}')).toEqual([
      '2-5 imports',
    ]);
    expect(folds('PREFIX a: <a>\nASK {}')).toEqual([]);
  });

  it('folds blocks of comments, and regions', () => {
    expect(
      folds('# a\n# b\n\n# c\nASK { # d\n  # e\n  # f\n# region g\n# h\n?x a ?y # i\n# endregion\n}'),
    ).toEqual(['1-2 comment', '5-11 block', '6-7 comment', '8-11 region']);
    expect(folds('# endregion\n# region a\nASK {}')).toEqual([]);
  });

  it('folds whole queries if there are several', () => {
    expect(folds('# one\nASK\n{}\n\n### two\n\nASK {\n}\n\n###\n')).toEqual(['1-3 region', '5-8 region']);
  });

  it('folds matching brackets of broken text', () => {
    expect(folds('SELECT ?x {\n  OPTIONAL {\n    ?x a (\n  }\n  ?x a\n')).toEqual(['2-3 block']);
    expect(folds('}\n}\n{\n)\n}')).toEqual(['3-4 block']);
    expect(folds('')).toEqual([]);
  });

  it('returns only ranges inside the text', () => {
    for (const text of damageAll([...VALID_QUERIES, ...INVALID_QUERIES], 1, new SeededRandom(9)))
      for (const { range } of foldingRangesOf(text, parseDocument(text, 'virtuoso')))
        if (range.start < 0 || range.end > text.length || range.start > range.end) expect.fail(text);
  });
});
