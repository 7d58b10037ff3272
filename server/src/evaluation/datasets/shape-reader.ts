/** What reads the rows of one shape. */
import type { BadRow, Gold, Shape } from '../eval-question';

/** A row of a file: named fields, whatever they hold. */
export type Fields = Readonly<Record<string, unknown>>;

export interface ShapeReader {
  readonly shape: Shape;
  /** By the names of its fields alone, so that a row with a bad value is still known for what it is. */
  readonly fits: (row: Fields) => boolean;
  readonly read: (row: Fields) => ReadRow;
}

export type ReadRow =
  | {
      /** Absent where the row has none. */
      readonly id?: string;
      readonly question: string;
      readonly gold: Gold;
    }
  | { readonly problem: string; readonly rule: BadRow['rule'] };
