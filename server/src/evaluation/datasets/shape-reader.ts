import type { BadRow, Gold, Shape } from '../eval-question';

/** A row of a file, unchecked. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads the rows of one dataset format. */
export interface ShapeReader {
  readonly shape: Shape;
  /** Looks only at the names of fields, so that a row with a bad value is still recognized. */
  readonly fits: (row: Fields) => boolean;
  readonly read: (row: Fields) => ReadRow;
}

export type ReadRow =
  | {
      /** Absent if the row has none. */
      readonly id?: string;
      readonly question: string;
      readonly gold: Gold;
    }
  | { readonly problem: string; readonly rule: BadRow['rule'] };
