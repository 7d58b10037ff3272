/** The view state of a table. Columns are given by their index in the answer. */
export interface TableState {
  readonly sort: readonly SortKey[];
  /** A filter over all columns. */
  readonly filter: string;
  readonly columnFilters: Readonly<Record<number, string>>;
  readonly hidden: readonly number[];
  readonly widths: Readonly<Record<number, number>>;
  /** The first visible row. */
  readonly top: number;
}

export interface SortKey {
  readonly column: number;
  readonly descending: boolean;
}

export const PLAIN_TABLE: TableState = {
  sort: [],
  filter: '',
  columnFilters: {},
  hidden: [],
  widths: {},
  top: 0,
};

/** Sorting a column cycles through ascending, descending and unsorted. Unless `among` is set, the other sort keys are removed. */
export function nextSort(
  sort: readonly SortKey[],
  column: number,
  { among }: { readonly among: boolean },
): readonly SortKey[] {
  const known = sort.find((key) => key.column === column);
  const next: readonly SortKey[] = !known
    ? [{ column, descending: false }]
    : known.descending
      ? []
      : [{ column, descending: true }];
  if (!among) return next;
  if (!known) return [...sort, ...next];
  return sort.flatMap((key) => (key.column === column ? next : [key]));
}
