import type { AnswerRow } from '../../server/src/protocol/index';
import type { SortKey } from './table-state';
import { plainText, type NameLookup } from './terms';
import { amountInColumn, guessColumnKind } from './values';

/**
 * Sorts rows, given by index, by the keys. The sort is stable. Numbers come before times, times before texts, and unbound values last in
 * both directions. Entities are sorted by their displayed names.
 */
export function sortRows(
  rows: readonly AnswerRow[],
  indexes: readonly number[],
  keys: readonly SortKey[],
  nameOf: NameLookup,
): number[] {
  const columns = keys.map((key) => ({
    ...sortValues(rows, key.column, nameOf),
    sign: key.descending ? -1 : 1,
  }));
  return [...indexes].sort((one, other) => {
    for (const { kinds, amounts, texts, sign } of columns) {
      const kind = (kinds[one] ?? 0) - (kinds[other] ?? 0);
      if (kind !== 0) return kinds[one] === UNBOUND || kinds[other] === UNBOUND ? kind : kind * sign;
      if (kinds[one] === TEXT) {
        const order = compareTexts(texts[one] ?? '', texts[other] ?? '');
        if (order !== 0) return order * sign;
      } else {
        const a = amounts[one] ?? 0;
        const b = amounts[other] ?? 0;
        if (a !== b) return a < b ? -sign : sign;
      }
    }
    return 0;
  });
}

const NUMBER = 0;
const TIME = 1;
const TEXT = 2;
const UNBOUND = 3;

/** The values of a column by row. */
interface SortValues {
  readonly kinds: Uint8Array;
  readonly amounts: Float64Array;
  readonly texts: readonly string[];
}

function sortValues(rows: readonly AnswerRow[], column: number, nameOf: NameLookup): SortValues {
  const guessed = guessColumnKind(rows, column);
  const kinds = new Uint8Array(rows.length);
  const amounts = new Float64Array(rows.length);
  const texts: string[] = [];
  rows.forEach((row, index) => {
    const term = row[column];
    const amount = amountInColumn(term, guessed);
    kinds[index] = !term ? UNBOUND : !amount ? TEXT : amount.kind === 'number' ? NUMBER : TIME;
    amounts[index] = amount?.value ?? 0;
    texts.push(
      !term || amount ? '' : ((term.type === 'uri' ? nameOf(term.value) : undefined) ?? plainText(term)),
    );
  });
  return { kinds, amounts, texts };
}

// Texts that are equal in the locale need an order too, so that sorting again does not change it.
const compareTexts = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);

const collator = new Intl.Collator();
