import type { RdfTerm, AnswerRow } from '../../server/src/protocol/index';
import { plainText, type NameLookup } from './terms';
import { amountOf, parseNumber, parseTime } from './values';

export interface Filter {
  /** A filter over all visible columns. */
  readonly everywhere: string;
  readonly byColumn: Readonly<Record<number, string>>;
  /** The visible columns. */
  readonly columns: readonly number[];
}

export const hasFilter = ({ everywhere, byColumn }: Omit<Filter, 'columns'>): boolean =>
  everywhere.trim() !== '' || Object.values(byColumn).some((text) => text.trim() !== '');

/**
 * Returns the indexes of the rows that match. Each word must occur in one of the visible columns; words in quotes must occur together,
 * and a word after - must not occur. In the filter of one column, =, >, >=, < and <= compare.
 */
export function filterRows(rows: readonly AnswerRow[], filter: Filter, nameOf: NameLookup): number[] {
  const everywhere = parseConditions(filter.everywhere, { compare: false });
  const byColumn = Object.entries(filter.byColumn).map(
    ([column, text]) => [Number(column), parseConditions(text, { compare: true })] as const,
  );
  const matching: number[] = [];
  rows.forEach((row, index) => {
    const matches =
      byColumn.every(([column, conditions]) =>
        conditions.every((one) => meets(one, [row[column]], nameOf)),
      ) &&
      everywhere.every((one) => {
        const terms = filter.columns.map((column) => row[column]);
        return meets(one, terms, nameOf);
      });
    if (matches) matching.push(index);
  });
  return matching;
}

/** The column filter that matches exactly one term. */
export const equalsFilter = (term: RdfTerm | null | undefined): string =>
  `="${plainText(term).replaceAll('"', '\\"')}"`;

interface Condition {
  readonly not: boolean;
  readonly test: 'has' | '=' | '>' | '>=' | '<' | '<=';
  readonly text: string;
}

export function parseConditions(
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

function meets(
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
  amountOf(term)?.kind === 'number' && amountOf(term)?.value === parseNumber(text);

/** Compares numbers, times or texts; undefined if they cannot be compared. */
function compareWith(term: RdfTerm | null | undefined, value: string, text: string): number | undefined {
  if (!term) return undefined;
  const amount = amountOf(term);
  const other = amount?.kind === 'time' ? parseTime(text.toUpperCase()) : parseNumber(text);
  const number = amount?.value ?? parseNumber(value);
  if (!Number.isNaN(number) && !Number.isNaN(other)) return number - other;
  // A text cannot be compared with a number.
  const comparesAmount = !Number.isNaN(parseNumber(text)) || !Number.isNaN(parseTime(text.toUpperCase()));
  return amount || comparesAmount ? undefined : value.localeCompare(text);
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

/** Removes case and accents, so that "beyonce" finds "Beyoncé". */
export function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text;
  return plain.toLowerCase();
}

const NOT_ASCII = /[^\u0000-\u007f]/;
