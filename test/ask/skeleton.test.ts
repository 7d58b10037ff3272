import { describe, expect, it } from 'vitest';
import { bestFirst } from '../../server/src/core/ask/skeleton/best-first';
import { readSkeleton } from '../../server/src/core/ask/skeleton/read-skeleton';

describe('skeletons', () => {
  it.each([
    ['(JOIN (R [place of birth]) [Barack Obama])', 'relation place of birth, entity Barack Obama'],
    [
      '(AND [film] (JOIN [directed by] [ James  Cameron ]))',
      'set film, relation directed by, entity James Cameron',
    ],
    ['(ARGMAX [river] (JOIN [mouth] [length]))', 'set river, relation mouth, relation length'],
    ['(COUNT (gt [height] 2.0))', 'relation height'],
    ['(TC (JOIN (R [officials]) [Texas]) [from] 1998)', 'relation officials, entity Texas, relation from'],
  ])('%s', (text, slots) => {
    const read = readSkeleton(text);
    expect(
      'problem' in read ? read.problem : read.slots.map(({ role, phrase }) => `${role} ${phrase}`).join(', '),
    ).toBe(slots);
  });

  it.each([
    '',
    '(JOIN [a]',
    '[a] [b]',
    '(JOIN [ ] [b])',
    '('.repeat(100),
    `(AND ${'[a] '.repeat(20)})`,
    `${'(R '.repeat(50)}[a]${')'.repeat(50)}`,
  ])('report invalid text: %s', (text) => {
    expect(readSkeleton(text)).toHaveProperty('problem');
  });

  it('are written with names, optionally with a reversed relation', () => {
    const read = readSkeleton('(JOIN (R [a]) (JOIN [b] "x y"@en))');
    if ('problem' in read) throw new Error(read.problem);
    expect(read.write(['r.a', 'r.b'])).toBe('(JOIN (R r.a) (JOIN r.b "x y"@en))');
    expect(read.write(['r.a', 'r.b'], 0)).toBe('(JOIN r.a (JOIN r.b "x y"@en))');
    expect(read.write(['r.a', 'r.b'], 1)).toBe('(JOIN (R r.a) (JOIN (R r.b) "x y"@en))');
  });
});

describe('combinations', () => {
  it('are ordered by likelihood over all skeletons, without duplicates', () => {
    const choices = (...scores: readonly number[]) => scores.map((score) => ({ name: String(score), score }));
    const all = [
      ...bestFirst([
        { of: 'one', weight: 1, slots: [choices(0.9, 0.5, 0.1), choices(0.8, 0.7)] },
        { of: 'other', weight: 0.5, slots: [choices(1, 0.2)] },
        { of: 'none', weight: 1, slots: [choices(1), []] },
      ]),
    ];
    const scores = all.map(({ score }) => score);
    expect(all).toHaveLength(8);
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
    expect(
      new Set(all.map(({ of, choices: chosen }) => `${of} ${chosen.map(({ name }) => name).join(' ')}`)).size,
    ).toBe(8);
  });

  it('are made one at a time', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      name: String(index),
      score: 1 - index / 1000,
    }));
    const combinations = bestFirst([{ of: 0, weight: 1, slots: [many, many, many, many, many] }]);
    for (let count = 0; count < 1000; count++) expect(combinations.next().done).toBe(false);
  });
});
