import { openDialog } from './dialog';
import { element } from './dom';
import { keysHere } from './keys-here';

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  [
    'Arrows, Home, End, Page Up, Page Down',
    'Move from cell to cell; with Ctrl to the edge, with Shift select',
  ],
  ['Up from the first row', 'Go to the headers; Enter sorts, Shift+Enter sorts by several columns'],
  ['Enter, or click on an id', 'Open the facts of an entity'],
  ['Space', 'See all of a long value'],
  ['Ctrl+A, Shift+Space, Ctrl+Space', 'Select all, the row, the column'],
  ['Ctrl+C', 'Copy what is selected, as sorted and filtered'],
  ['Ctrl+Shift+C', 'Copy with headers'],
  ['Shift+F10, or the menu key', 'All that can be done with a cell'],
  [
    'Alt+Shift+Left, Alt+Shift+Right',
    'Make the column narrower or wider; a double click on its edge fits it',
  ],
  ['/ or Ctrl+F', 'Filter all columns'],
  ['Escape', 'Leave the filter, close the facts'],
  ['Alt+Left, Alt+Right', 'Back and forward among the facts'],
  ['Ctrl+E', 'Export'],
  ['?', 'This help'],
];

const FILTERS: readonly (readonly [text: string, what: string])[] = [
  ['obama hawaii', 'both words, in any column; case and accents do not matter'],
  ['"new york"', 'these words together'],
  ['-film', 'rows without this word'],
  ['=exactly', 'in the filter of one column: just this'],
  ['>100, <=1990-01-01', 'in the filter of one column: numbers and dates compared'],
];

export function showHelp(): void {
  openDialog(
    'Keys and Filters',
    list(KEYS, 'keys'),
    element('h3', { text: 'Filters' }),
    list(FILTERS, 'filters'),
  );
}

const list = (pairs: readonly (readonly [string, string])[], className: string): HTMLElement =>
  element(
    'dl',
    { class: `help ${className}` },
    ...pairs.flatMap(([term, what]) => [
      element('dt', { text: keysHere(term) }),
      element('dd', { text: what }),
    ]),
  );
