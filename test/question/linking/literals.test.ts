import { describe, expect, test } from 'vitest';
import type { LinkedEntity, LinkedLiteral } from '../../../server/src/core/question/linking/linking';
import { linkLiterals } from '../../../server/src/core/question/linking/literals';
import { linkedEntity } from '../../support/linked-entity';

const today = new Date('2026-11-15T12:00:00Z');

/** Formats literals as `words = comparison value kind unit`. */
function formatLiterals(question: string, entities: readonly LinkedEntity[] = []): readonly string[] {
  return linkLiterals(question, entities, today).map(
    ({ mention, comparison, value, kind, unit }: LinkedLiteral) =>
      [question.slice(mention.start, mention.end), '=', comparison, value, kind, unit]
        .filter(Boolean)
        .join(' '),
  );
}

describe('literals of a question', () => {
  test.each([
    ['who was president in 1971?', ['1971 = 1971 year']],
    ['what albums came out before 1990', ['1990 = lt 1990 year']],
    ['who led it since 1990', ['1990 = ge 1990 year']],
    ['until 2005', ['2005 = le 2005 year']],
    ['which wars after the year 1800', ['1800 = gt 1800 year']],
    ['between 1990 and 2000', ['1990 = ge 1990 year', '2000 = le 2000 year']],
    ['from 1990 to 1995', ['1990 = ge 1990 year', '1995 = le 1995 year']],
    ['songs of the 1980s', ['1980s = ge 1980 year', '1980s = lt 1990 year']],
    ['on jan. the 31st, 2009, which game was released', ['jan. the 31st, 2009 = 2009-01-31 date']],
    ['on 17 May 2010', ['17 May 2010 = 2010-05-17 date']],
    ['on the 4th of july, 1776', ['the 4th of july, 1776 = 1776-07-04 date']],
    ['2010-05-17', ['2010-05-17 = 2010-05-17 date']],
    ['in may 2010', ['may 2010 = 2010-05 month']],
    ['on 31 february 2010', ['31 = 31 integer', 'february 2010 = 2010-02 month']],
    ['who is the current mayor', ['current = 2026-11-15 now']],
    ['more than 5 children', ['5 = gt 5 integer']],
    ['at least two wives', ['two = ge 2 integer']],
    ['no more than a dozen', ['a dozen = le 12 integer']],
    ['two hundred and twenty-five people', ['two hundred and twenty-five = 225 integer people']],
    ['less than 3.5 km', ['3.5 = lt 3.5 float km']],
    ['taller than 1,500 meters', ['1,500 = gt 1500 integer meters']],
    ['more than 1500 people', ['1500 = gt 1500 integer people']],
    ['5 million or more', ['5 million = ge 5000000 integer']],
    ['a height of 5km', ['5 = 5 integer km']],
    ['larger than or equal to 10', ['10 = ge 10 integer']],
    ['not before 1990', ['1990 = ge 1990 year']],
    ['which one is it', []],
    ['the 3rd son of henry viii', []],
    ['what may he do', []],
    ['nothing at all', []],
    ['٣', []],
  ] as readonly [string, readonly string[]][])('%s', (question, expected) => {
    expect(formatLiterals(question)).toEqual(expected);
  });

  test.each([
    ['who flew on apollo 11', 'apollo 11', []],
    ['who starred in 2 guns', '2 guns', []],
    ['who wrote 1984', '1984', ['1984 = 1984 year']],
  ])('a part of a name is not a literal, but a whole name may be one: %s', (question, name, expected) => {
    expect(formatLiterals(question, [linkedEntity(question, name)])).toEqual(expected);
  });

  test.each(['9'.repeat(5000), '1e999 and 1e400', 'one hundred '.repeat(500), `${'-'.repeat(3000)}5`])(
    'are limited for unusual numbers: %.20s',
    (question) => {
      expect(formatLiterals(question).length).toBeLessThanOrEqual(12);
    },
  );
});
