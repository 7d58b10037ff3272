import type { RdfTerm, Row } from '../../server/src/protocol/index';
import { plainText, type NameLookup } from './terms';
import { amountOf, numberIn, timeIn } from './values';

export interface Filter {
  /** Over all columns that are seen. */
  readonly everywhere: string;
  readonly byColumn: Readonly<Record<number, string>>;
  readonly columns: readonly number[];
}

export const filters = ({ everywhere, byColumn }: Omit<Filter, 'columns'>): boolean =>
  everywhere.trim() !== '' || Object.values(byColumn).some((text) => text.trim() !== '');

/**
 * The numbers of the rows that pass. All words must be found, in any column that is seen; "several words" belong together,
 * and -word must not be found. In the filter of one column, =, >, >=, < and <= compare.
 */
export function filterRows(rows: readonly Row[], filter: Filter, nameOf: NameLookup): number[] {
  const everywhere = readConditions(filter.everywhere, { compare: false });
  const ofColumns = Object.entries(filter.byColumn).map(
    ([column, text]) => [Number(column), readConditions(text, { compare: true })] as const,
  );
  const passing: number[] = [];
  rows.forEach((row, index) => {
    const passes =
      ofColumns.every(([column, conditions]) =>
        conditions.every((one) => holds(one, [row[column]], nameOf)),
      ) &&
      everywhere.every((one) => {
        const terms = filter.columns.map((column) => row[column]);
        return holds(one, terms, nameOf);
      });
    if (passes) passing.push(index);
  });
  return passing;
}

/** The column filter that matches exactly one term. */
export const equalTo = (term: RdfTerm | null | undefined): string =>
  `="${plainText(term).replaceAll('"', '\\"')}"`;

interface Condition {
  readonly not: boolean;
  readonly test: 'has' | '=' | '>' | '>=' | '<' | '<=';
  readonly text: string;
}

export function readConditions(
  text: string,
  { compare }: { readonly compare: boolean },
): readonly Condition[] {
  const pattern = compare
    ? /(?<not>-(?=\S))?(?:(?<test>>=|<=|[=<>])\s*)?(?:"(?<phrase>(?:\\"|[^"])*)"?|(?<word>[^\s"]+))/g
    : /(?<not>-(?=\S))?(?<test>$^)?(?:"(?<phrase>(?:\\"|[^"])*)"?|(?<word>[^\s"]+))/g;
  return [...text.matchAll(pattern)].flatMap(({ groups = {} }) => {
    const words = groups['phrase']?.replaceAll('\\"', '"') ?? groups['word'] ?? '';
    const test = (groups['test'] ?? 'has') as Condition['test'];
    if (test === 'has' && words === '') return [];
    return [{ not: groups['not'] !== undefined, test, text: fold(words) }];
  });
}

function holds(
  { not, test, text }: Condition,
  terms: readonly (RdfTerm | null | undefined)[],
  nameOf: NameLookup,
): boolean {
  return terms.some((term) => satisfies(test, text, term, nameOf)) !== not;
}

function satisfies(
  test: Condition['test'],
  text: string,
  term: RdfTerm | null | undefined,
  nameOf: NameLookup,
): boolean {
  const value = fold(plainText(term));
  const name = term?.type === 'uri' ? fold(nameOf(term.value) ?? '') : '';
  switch (test) {
    case 'has':
      return (
        value.includes(text) ||
        name.includes(text) ||
        (term?.type === 'uri' && term.value.toLowerCase() === text)
      );
    case '=':
      return value === text || (name !== '' && name === text) || equalNumbers(term, text);
    case '>':
    case '>=':
    case '<':
    case '<=': {
      const order = compareWith(term, value, text);
      return order !== undefined && compareOrder(test, order);
    }
  }
}

const equalNumbers = (term: RdfTerm | null | undefined, text: string): boolean =>
  amountOf(term)?.kind === 'number' && amountOf(term)?.value === numberIn(text);

/** Compares numbers, times or texts; undefined if they cannot be compared. */
function compareWith(term: RdfTerm | null | undefined, value: string, text: string): number | undefined {
  if (!term) return undefined;
  const amount = amountOf(term);
  const other = amount?.kind === 'time' ? timeIn(text.toUpperCase()) : numberIn(text);
  const own = amount?.value ?? numberIn(value);
  if (!Number.isNaN(own) && !Number.isNaN(other)) return own - other;
  // A text is not more or less than a number.
  const amountAsked = !Number.isNaN(numberIn(text)) || !Number.isNaN(timeIn(text.toUpperCase()));
  return amount || amountAsked ? undefined : value.localeCompare(text);
}

function compareOrder(test: '>' | '>=' | '<' | '<=', order: number): boolean {
  switch (test) {
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
  }
}

/** Without case and accents, so that "beyonce" finds "Beyoncé". */
export function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text;
  return plain.toLowerCase();
}

const NOT_ASCII = /[^\u0000-\u007f]/;
