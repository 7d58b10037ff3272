import { describe, expect, it } from 'vitest';
import { locateQuery, shiftOffset } from '../../client/src/repair/locate-query';

describe('location of a query in a changing text', () => {
  it('moves with changes before it, not with changes after it', () => {
    expect(shiftOffset(10, [{ offset: 0, length: 0, text: 'four' }])).toBe(14);
    expect(shiftOffset(10, [{ offset: 2, length: 5, text: '' }])).toBe(5);
    expect(shiftOffset(10, [{ offset: 12, length: 3, text: 'longer' }])).toBe(10);
    expect(
      shiftOffset(10, [
        { offset: 20, length: 1, text: '' },
        { offset: 5, length: 1, text: '' },
        { offset: 0, length: 0, text: 'ab' },
      ]),
    ).toBe(11);
  });

  const two = 'ASK {}\n###\nASK {}\n';

  it('is the expected one, even if the query occurs elsewhere too', () => {
    expect(locateQuery(two, 'ASK {}', 11)).toBe(11);
    expect(locateQuery(two, 'ASK {}', 0)).toBe(0);
  });

  it('is the only match, and undefined if it is ambiguous', () => {
    expect(locateQuery('SELECT * {}\n### next\n# more\n\nASK {}\n\n# end\n### x\nASK { }', 'ASK {}', 0)).toBe(
      29,
    );
    expect(locateQuery(two, 'ASK {}', 3)).toBeUndefined();
    expect(locateQuery('ASK { ?a ?b 1 }', 'ASK {}', 0)).toBeUndefined();
  });

  it.each([
    'ASK {} LIMIT 1',
    'ASK {}\nLIMIT 1',
    'ASK {}\n# and\nLIMIT 1\n###\n',
    'PREFIX a: <b>\nASK {}',
    'PREFIX a: <b> ASK {}',
  ])('is undefined if the query was extended: %j', (text) => {
    expect(locateQuery(text, 'ASK {}', text.indexOf('ASK'))).toBeUndefined();
  });
});
