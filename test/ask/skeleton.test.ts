import { describe, expect, it } from 'vitest';
import { bestFirst } from '../../server/src/core/ask/skeleton/best-first';
import { idOfPhrase, printSkeleton } from '../../server/src/core/ask/skeleton/print-skeleton';
import { readSkeleton } from '../../server/src/core/ask/skeleton/read-skeleton';
import { parseSExpr } from '../../server/src/core/logical-form/parse-sexpr';
import { freebase } from '../support/check';

describe('skeletons', () => {
  it.each([
    ['(JOIN (R [place of birth]) [Barack Obama])', 'relation place of birth, entity Barack Obama'],
    [
      '(AND [film] (JOIN [directed by] [ James  Cameron ]))',
      'set film, relation directed by, entity James Cameron',
    ],
    ['(ARGMAX [river] (JOIN [mouth] [length]))', 'set river, relation mouth, relation length'],
    ['(COUNT (gt [height] 2.0))', 'relation height'],
    ['( GREATER  THAN [ height ] 2.0 )', 'relation height'],
    [
      '( JOIN ( R [ film , film , directed by ] ) [ Titanic ] )',
      'relation film , film , directed by, entity Titanic',
    ],
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

describe('the skeleton of a logical form', () => {
  const schema = freebase();
  const print = (text: string): string | undefined => {
    const { expr } = parseSExpr(text, schema);
    if (!expr) throw new Error(`${text} is invalid.`);
    return printSkeleton(expr, schema, (id) => (id === 'm.0dr_4' ? 'Titanic [1997]' : undefined));
  };

  it.each([
    [
      '(JOIN (R film.film.directed_by) m.0dr_4)',
      '( JOIN ( R [ film , film , directed by ] ) [ Titanic 1997 ] )',
    ],
    [
      '(COUNT (AND geography.river (ge geography.river.length 3.5^^http://www.w3.org/2001/XMLSchema#float)))',
      '( COUNT ( AND [ geography , river ] ( GREATER EQUAL [ geography , river , length ] 3.5 ) ) )',
    ],
    [
      '(ARGMAX geography.river geography.river.length)',
      '( ARGMAX [ geography , river ] [ geography , river , length ] )',
    ],
  ])('of %s has names instead of IDs', (text, skeleton) => {
    expect(print(text)).toBe(skeleton);
    const read = readSkeleton(skeleton);
    if ('problem' in read) throw new Error(read.problem);
    const ids = read.slots.map(({ phrase }) => idOfPhrase(phrase) ?? 'm.0dr_4');
    expect(read.write(ids)).toBe(text.replace(/\^\^[^)]*/, ''));
  });

  it('does not exist if an entity has no name', () => {
    expect(print('(JOIN (R film.film.directed_by) m.0abc)')).toBeUndefined();
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
