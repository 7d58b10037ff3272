import { describe, expect, it } from 'vitest';
import { bootstrap, bootstrapDifference, bootstrapEach } from '../../server/src/evaluation/score/bootstrap';
import type { Score } from '../../server/src/evaluation/report';

const times = (count: number, value: number): readonly number[] => Array<number>(count).fill(value);
const rounded = (score: Score | undefined): readonly (string | undefined)[] => [
  score?.value.toFixed(3),
  score?.low.toFixed(3),
  score?.high.toFixed(3),
];

describe('the interval of a mean', () => {
  // By Wilson's formula with z² = 3.8415; for 1 of 1 the lower limit is 1 / (1 + z²).
  it.each([
    ['one that is right', times(1, 1), ['1.000', '0.207', '1.000']],
    ['one that is wrong', times(1, 0), ['0.000', '0.000', '0.793']],
    ['three that are right', times(3, 1), ['1.000', '0.439', '1.000']],
    ['one of two', [0, 1], ['0.500', '0.095', '0.905']],
    ['a thousand that are right', times(1000, 1), ['1.000', '0.996', '1.000']],
    ['all of half a worth', times(20, 0.5), ['0.500', '0.299', '0.701']],
    ['seven wrong ones of a thousand', [...times(993, 1), ...times(7, 0)], ['0.993', '0.986', '0.997']],
  ] as const)('of %s', (_, values, expected) => {
    expect(rounded(bootstrap(values, 1))).toEqual(expected);
  });

  it('is a bootstrap interval if ten or more values differ', () => {
    // Another seed gives another interval.
    const values = (differing: number): readonly number[] =>
      Array.from({ length: 100 }, (_, at) => (at < differing ? at / 100 : 1));
    expect(bootstrap(values(10), 1)).not.toEqual(bootstrap(values(10), 2));
    expect(bootstrap(values(9), 1)).toEqual(bootstrap(values(9), 2));
  });

  it('is the same for scores that are resampled together', () => {
    const columns = [
      [...times(30, 1), ...times(30, 0)],
      times(60, 1),
      Array.from({ length: 60 }, (_, at) => at / 60),
    ];
    expect(bootstrapEach(columns, 5)).toEqual(columns.map((column) => bootstrap(column, 5)));
  });

  it('contains the mean', () => {
    for (let n = 1; n <= 40; n++)
      for (const each of [0, 1, 0.3, 2 / 3]) {
        const values = Array.from({ length: n }, (_, at) => (at % 3 ? each : 1));
        const score = bootstrap(values, n);
        expect(score?.low).toBeLessThanOrEqual((score?.value ?? 0) + 1e-12);
        expect(score?.high).toBeGreaterThanOrEqual((score?.value ?? 0) - 1e-12);
        expect(score?.low).toBeGreaterThanOrEqual(0);
        expect(score?.high).toBeLessThanOrEqual(1);
      }
  });

  it('is undefined without values', () => {
    expect(bootstrap([], 1)).toBeUndefined();
    expect(bootstrapDifference([], 1)).toBeUndefined();
  });
});

describe('the interval of a difference', () => {
  it.each([
    ['none of 50 changed', times(50, 0), ['0.000', '-0.071', '0.071']],
    ['none of 3 changed', times(3, 0), ['0.000', '-0.561', '0.561']],
    ['one of one', times(1, 1), ['1.000', '-0.587', '1.000']],
  ] as const)('where %s', (_, values, expected) => {
    expect(rounded(bootstrapDifference(values, 1))).toEqual(expected);
  });

  // Sign test: the probability is 1/16 for five losses and no gain, and 1/32 for six.
  it.each([
    [3, 3, false],
    [4, 4, false],
    [5, 5, false],
    [6, 6, true],
    [4, 1000, false],
    [5, 100, false],
    [6, 100, true],
    [20, 20, true],
  ])('with %i of %i worse and none better is significant: %s', (worse, n, certain) => {
    const score = bootstrapDifference([...times(worse, -1), ...times(n - worse, 0)], 1);
    expect((score?.high ?? 0) < 0).toBe(certain);
    const other = bootstrapDifference([...times(worse, 1), ...times(n - worse, 0)], 1);
    expect([other?.low, other?.high]).toEqual([-(score?.high ?? 0) || 0, -(score?.low ?? 0)]);
  });

  it('is not significant if gains and losses are equal', () => {
    const score = bootstrapDifference([1, 1, 1, -1, -1, -1, ...times(94, 0)], 1);
    expect(score?.low).toBeLessThan(0);
    expect(score?.high).toBeGreaterThan(0);
  });
});
