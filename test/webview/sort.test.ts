import { describe, expect, it } from 'vitest';
import type { RdfTerm } from '../../server/src/protocol/index';
import { sortRows } from '../../client/shared/sort';
import { nextSort } from '../../client/shared/table-state';
import { plainText } from '../../client/shared/terms';
import { english, entity, integer, named, nameless, text, typed } from './terms';

describe('sorting', () => {
  it('orders numbers of any datatype', () => {
    expect(sorted([typed('1e3', 'double'), integer(20), typed('3.5', 'decimal'), integer(-1)])).toEqual([
      '-1',
      '3.5',
      '20',
      '1e3',
    ]);
  });

  it('orders plain texts as numbers if all of them are numbers', () => {
    expect(sorted([text('100'), text('9'), null, text('20')])).toEqual(['9', '20', '100', '']);
    expect(sorted([text('100'), text('9'), text('x')])).toEqual(['100', '9', 'x']);
  });

  it('orders years, months, days, times in any zone, and years BC', () => {
    const times = [
      typed('1961-08-04', 'date'),
      typed('1961', 'gYear'),
      typed('-0044-03-15', 'date'),
      typed('1961-08-04T01:00:00+02:00', 'dateTime'),
      typed('1961-03', 'gYearMonth'),
    ];
    expect(sorted(times)).toEqual([
      '-0044-03-15',
      '1961',
      '1961-03',
      '1961-08-04T01:00:00+02:00',
      '1961-08-04',
    ]);
  });

  it('orders texts alphabetically', () => {
    expect(sorted([english('Zoë'), english('émigré'), english('apple'), english('Banana')])).toEqual([
      'apple',
      'Banana',
      'émigré',
      'Zoë',
    ]);
  });

  it('orders entities by name', () => {
    const names = named({ 'm.1': 'Beta', 'm.2': 'Alpha' });
    expect(sorted([entity('m.1'), entity('m.2'), entity('m.0')], names)).toEqual(['m.2', 'm.1', 'm.0']);
  });

  it('puts unbound values last in both directions', () => {
    expect(sorted([null, integer(1), integer(2)])).toEqual(['1', '2', '']);
    expect(sorted([null, integer(1), integer(2)], nameless, true)).toEqual(['2', '1', '']);
  });

  it('is stable, and uses the next column for equal rows', () => {
    const rows = [
      [integer(1), text('b')],
      [integer(0), text('a')],
      [integer(1), text('a')],
    ];
    const all = [0, 1, 2];
    expect(sortRows(rows, all, [{ column: 0, descending: true }], nameless)).toEqual([0, 2, 1]);
    const both = [
      { column: 0, descending: true },
      { column: 1, descending: false },
    ];
    expect(sortRows(rows, all, both, nameless)).toEqual([2, 0, 1]);
  });

  it('cycles from ascending to descending to none, for one or several columns', () => {
    const once = nextSort([], 2, { among: false });
    expect(once).toEqual([{ column: 2, descending: false }]);
    const twice = nextSort(once, 2, { among: false });
    expect(twice).toEqual([{ column: 2, descending: true }]);
    expect(nextSort(twice, 2, { among: false })).toEqual([]);
    const two = nextSort(twice, 0, { among: true });
    expect(two).toEqual([
      { column: 2, descending: true },
      { column: 0, descending: false },
    ]);
    expect(nextSort(two, 2, { among: true })).toEqual([{ column: 0, descending: false }]);
    expect(nextSort(two, 1, { among: false })).toEqual([{ column: 1, descending: false }]);
  });
});

function sorted(
  terms: readonly (RdfTerm | null)[],
  nameOf = nameless as (iri: string) => string | undefined,
  descending = false,
): string[] {
  const rows = terms.map((term) => [term]);
  const order = sortRows(rows, [...rows.keys()], [{ column: 0, descending }], nameOf);
  return order.map((index) => plainText(rows[index]?.[0]));
}
