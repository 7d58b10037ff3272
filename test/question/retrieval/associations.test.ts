import { describe, expect, it } from 'vitest';
import {
  readAssociations,
  writeAssociations,
} from '../../../server/src/core/question/retrieval/associations';
import type { SchemaName } from '../../../server/src/core/question/retrieval/schema-names';
import { questionGrams } from '../../../server/src/core/question/retrieval/question-grams';

const FUSION = { words: 1, covered: 2, asked: 3, queries: 4, facts: 5, remote: -1, unasked: -2 };

describe('associations', () => {
  const bornIn: SchemaName = {
    id: 'people.person.place_of_birth',
    own: [
      { word: 'place', stem: 'place' },
      { word: 'birth', stem: 'birth' },
    ],
    owner: [],
    range: [],
    from: 'people.person',
    to: 'location.location',
    use: { facts: 1, queries: 1 },
    remote: false,
  };

  it('are read as written, and summed over words and targets', () => {
    const text = writeAssociations(FUSION, [
      ['from', 'r=people.person.place_of_birth', 1.5],
      ['… from', 'w=birth', 0.5],
      ['from', 'e=location.location', -0.25],
      ['currency', 'w=birth', 9],
      ['from', 'w=place', 0.001],
    ]);
    const associations = readAssociations(text);
    expect(associations.fusion).toEqual(FUSION);
    const learnt = associations.of([bornIn]);
    expect(learnt('where is … from')(0)).toBeCloseTo(1.75);
    expect(learnt('where is he from')(0)).toBeCloseTo(1.25);
    expect(learnt('who is he')(0)).toBe(0);
  });

  it('are written as the same text for any order of words', () => {
    const weights = [
      ['a b', 'w=birth', 1],
      ['a', 'w=birth', 1],
    ] as const;
    expect(writeAssociations(FUSION, weights)).toBe(writeAssociations(FUSION, [...weights].reverse()));
  });

  it.each(['', '{', '[]', '{"version":2}', '{"version":1,"fusion":{},"targets":[],"grams":{}}'])(
    'are rejected from an invalid file: %s',
    (text) => {
      expect(() => readAssociations(text)).toThrow(/not an associations file/);
    },
  );
});

describe('question grams', () => {
  it('mark names, the beginning and the end', () => {
    expect(questionGrams('Where is … from?')).toEqual([
      '^ where',
      'where',
      'where is',
      'is',
      'is …',
      '… from',
      'from',
      'from $',
    ]);
  });

  it('of an empty question have only the marks', () => {
    expect(questionGrams('')).toEqual(['^ $']);
  });
});
