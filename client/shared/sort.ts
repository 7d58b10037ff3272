import type { Row } from '../../server/src/protocol/index';
import type { SortKey } from './table-state';
import { plainText, type NameLookup } from './terms';
import { amountIn, guessedKind } from './values';

/**
 * Rows, by their numbers, in the order of the keys; rows that are equal stay as they were. Numbers come before times, times
 * before texts, and what has no value last, whichever way it is sorted. Entities are sorted by the name that is seen.
 */
export function sortRows(
  rows: readonly Row[],
  which: readonly number[],
  keys: readonly SortKey[],
  nameOf: NameLookup,
): number[] {
  const columns = keys.map((key) => ({ ...weigh(rows, key.column, nameOf), sign: key.descending ? -1 : 1 }));
  return [...which].sort((one, other) => {
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

interface Weighed {
  readonly kinds: Uint8Array;
  readonly amounts: Float64Array;
  readonly texts: readonly string[];
}

function weigh(rows: readonly Row[], column: number, nameOf: NameLookup): Weighed {
  const guessed = guessedKind(rows, column);
  const kinds = new Uint8Array(rows.length);
  const amounts = new Float64Array(rows.length);
  const texts: string[] = [];
  rows.forEach((row, index) => {
    const term = row[column];
    const amount = amountIn(term, guessed);
    kinds[index] = !term ? UNBOUND : !amount ? TEXT : amount.kind === 'number' ? NUMBER : TIME;
    amounts[index] = amount?.value ?? 0;
    texts.push(
      !term || amount ? '' : ((term.type === 'uri' ? nameOf(term.value) : undefined) ?? plainText(term)),
    );
  });
  return { kinds, amounts, texts };
}

// Texts that are equal in the locale still need an order, or sorting again would shuffle them.
const compareTexts = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);

const collator = new Intl.Collator();
