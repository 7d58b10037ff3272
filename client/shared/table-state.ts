/** How a table is looked at: by the columns' places in the answer. */
export interface TableState {
  readonly sort: readonly SortKey[];
  /** Over all columns. */
  readonly filter: string;
  readonly columnFilters: Readonly<Record<number, string>>;
  readonly hidden: readonly number[];
  readonly widths: Readonly<Record<number, number>>;
  /** The row that is on top. */
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

/** Once ascending, then descending, then as it came. Without `among`, the other columns no longer sort. */
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
