import { t } from './l10n';
import type { RdfTerm, AnswerRow } from '../../server/src/protocol/index';
import { termKey } from './terms';

export interface ComparedTable {
  readonly columns: readonly string[];
  readonly rows: readonly AnswerRow[];
}

export interface ResultComparison {
  readonly columns: readonly string[];
  /** The rows only in A, then only in B, then in both. The first column tells which. */
  readonly rows: readonly AnswerRow[];
  readonly counts: { readonly onlyA: number; readonly onlyB: number; readonly both: number };
  readonly note?: string;
}

/** Compares tables as multisets: a row that occurs twice in A and once in B is once in both and once only in A. */
export function compareTables(a: ComparedTable, b: ComparedTable): ResultComparison {
  const { columns, columnsA, columnsB, note } = matchColumns(a.columns, b.columns);
  const pick = (row: AnswerRow, columns: readonly number[]): AnswerRow =>
    columns.map((column) => row[column] ?? null);
  const rowsA = a.rows.map((row) => pick(row, columnsA));
  const rowsB = b.rows.map((row) => pick(row, columnsB));
  const remainingB = new Map<string, number>();
  for (const row of rowsB) remainingB.set(rowKey(row), (remainingB.get(rowKey(row)) ?? 0) + 1);
  const onlyA: AnswerRow[] = [];
  const both: AnswerRow[] = [];
  for (const row of rowsA) {
    const left = remainingB.get(rowKey(row)) ?? 0;
    if (left === 0) onlyA.push(row);
    else {
      both.push(row);
      remainingB.set(rowKey(row), left - 1);
    }
  }
  const onlyB = rowsB.filter((row) => {
    const left = remainingB.get(rowKey(row)) ?? 0;
    if (left > 0) remainingB.set(rowKey(row), left - 1);
    return left > 0;
  });
  return {
    columns: [WHERE_COLUMN, ...columns],
    rows: [
      ...onlyA.map((row) => [ONLY_A, ...row]),
      ...onlyB.map((row) => [ONLY_B, ...row]),
      ...both.map((row) => [IN_BOTH, ...row]),
    ],
    counts: { onlyA: onlyA.length, onlyB: onlyB.length, both: both.length },
    ...(note !== undefined && { note }),
  };
}

export const WHERE_COLUMN = 'in';
const literal = (value: string): RdfTerm => ({ type: 'literal', value });
export const ONLY_A = literal('only A');
export const ONLY_B = literal('only B');
export const IN_BOTH = literal('both');

const rowKey = (row: AnswerRow): string => row.map(termKey).join('\u0000');

/** Matches columns by name if the names are the same, else by position if the numbers are equal, else the common ones. */
function matchColumns(
  a: readonly string[],
  b: readonly string[],
): {
  columns: readonly string[];
  columnsA: readonly number[];
  columnsB: readonly number[];
  note?: string;
} {
  const common = a.filter((name) => b.includes(name));
  const all = a.map((_, index) => index);
  const byName = (names: readonly string[]): { columnsA: number[]; columnsB: number[] } => ({
    columnsA: names.map((name) => a.indexOf(name)),
    columnsB: names.map((name) => b.indexOf(name)),
  });
  if (common.length === a.length && a.length === b.length) return { columns: a, ...byName(a) };
  if (a.length === b.length) {
    const columns = a.map((name, index) => (name === b[index] ? name : `${name} / ${b[index] ?? ''}`));
    return {
      columns,
      columnsA: all,
      columnsB: all,
      note: t('The column names differ, so the columns are compared by position.'),
    };
  }
  const note =
    common.length > 0
      ? t('Only the common columns are compared: {0}.', common.join(', '))
      : t('The two results have no column in common.');
  return { columns: common, ...byName(common), note };
}
