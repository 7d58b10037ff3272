import type { BadRow, Gold, DatasetShape } from '../eval-question';

/** The unvalidated fields of a row. */
export type RowFields = Readonly<Record<string, unknown>>;

/** Reads the rows of one dataset format. */
export interface DatasetReader {
  readonly shape: DatasetShape;
  /** Checks only the names of fields, so that a row with an invalid value is still recognized. */
  readonly fits: (row: RowFields) => boolean;
  readonly read: (row: RowFields) => ParsedRow;
}

export type ParsedRow =
  | {
      /** Absent if the row has none. */
      readonly id?: string;
      readonly question: string;
      readonly gold: Gold;
    }
  | { readonly problem: string; readonly rule: BadRow['rule'] };
