import { describe, expect, it } from 'vitest';
import { equalsFilter, filterRows } from '../../client/shared/filter';
import { english, entity, integer, named, text, typed } from './terms';

const rows = [
  [entity('m.1'), integer(100), typed('1990-05-01', 'date')],
  [entity('m.2'), integer(20), typed('2001', 'gYear')],
  [entity('m.3'), null, english('New York, "Big" Apple')],
];
const nameOf = named({ 'm.1': 'Beyoncé Knowles', 'm.2': 'Barack Obama' });

describe('filter over all columns', () => {
  it('finds names, IDs and values, ignoring case and accents', () => {
    expect(everywhere('beyonce')).toEqual([0]);
    expect(everywhere('M.2')).toEqual([1]);
    expect(everywhere('york')).toEqual([2]);
    expect(everywhere('')).toEqual([0, 1, 2]);
  });

  it('requires all words in any column, and quoted words together', () => {
    expect(everywhere('obama 2001')).toEqual([1]);
    expect(everywhere('obama 1990')).toEqual([]);
    expect(everywhere('"new york"')).toEqual([2]);
    expect(everywhere('"york new"')).toEqual([]);
  });

  it('excludes rows with a word after a minus', () => {
    expect(everywhere('-obama')).toEqual([0, 2]);
  });

  it('takes other signs literally, and searches only visible columns', () => {
    expect(everywhere('>50')).toEqual([]);
    const columns = [1, 2];
    expect(filterRows(rows, { everywhere: 'obama', byColumn: {}, columns }, nameOf)).toEqual([]);
  });
});

describe('filter of a column', () => {
  it('compares numbers and times', () => {
    expect(inColumn(1, '>50')).toEqual([0]);
    expect(inColumn(1, '<=20')).toEqual([1]);
    expect(inColumn(1, '>10 <50')).toEqual([1]);
    expect(inColumn(2, '>=1995')).toEqual([1]);
    expect(inColumn(2, '<1990-06-01')).toEqual([0]);
  });

  it('matches a value or a name exactly', () => {
    expect(inColumn(1, '=100')).toEqual([0]);
    expect(inColumn(1, '=100.0')).toEqual([0]);
    expect(inColumn(0, '="barack obama"')).toEqual([1]);
    expect(inColumn(0, '-=m.1')).toEqual([1, 2]);
  });

  it('from a cell matches exactly the rows with its value, or without one', () => {
    rows.forEach((row, index) => {
      row.forEach((term, column) => expect(inColumn(column, equalsFilter(term))).toEqual([index]));
    });
  });

  it('finds texts with quotes', () => {
    expect(
      filterRows(
        [[text('a "b" c')]],
        { everywhere: '', byColumn: { 0: equalsFilter(text('a "b" c')) }, columns: [0] },
        nameOf,
      ),
    ).toEqual([0]);
  });
});

const everywhere = (filter: string): number[] =>
  filterRows(rows, { everywhere: filter, byColumn: {}, columns: [0, 1, 2] }, nameOf);

const inColumn = (column: number, filter: string): number[] =>
  filterRows(rows, { everywhere: '', byColumn: { [column]: filter }, columns: [0, 1, 2] }, nameOf);
