import { t } from '../shared/l10n';
import { openDialog } from './dialog';
import { element } from './dom';
import { platformKeys } from './platform-keys';

const keyHelp = (): readonly (readonly [keys: string, what: string])[] => [
  [
    t('Arrows, Home, End, Page Up, Page Down'),
    t('Move between cells; with Ctrl to the edge, with Shift to select'),
  ],
  [t('Up from the first row'), t('Go to the headers; Enter sorts, Shift+Enter adds a column to the sort')],
  [t('Enter, or click an ID'), t('Open the facts of an entity')],
  [t('Space'), t('Show a long value in full')],
  [t('Ctrl+A, Shift+Space, Ctrl+Space'), t('Select all, the row, the column')],
  ['Ctrl+C', t('Copy the selection, as sorted and filtered')],
  ['Ctrl+Shift+C', t('Copy with headers')],
  [t('Shift+F10, or the menu key'), t('Open the menu of the cell')],
  [
    t('Alt+Shift+Left, Alt+Shift+Right'),
    t('Make the column narrower or wider; double-click its edge to fit it'),
  ],
  [t('/ or Ctrl+F'), t('Filter all columns')],
  [t('Escape'), t('Leave the filter, close the facts')],
  [t('Alt+Left, Alt+Right'), t('Go back and forward in the facts')],
  ['Ctrl+E', t('Export')],
  ['?', t('Show this help')],
];

const filterHelp = (): readonly (readonly [text: string, what: string])[] => [
  ['obama hawaii', t('Rows with both words in any column; case and accents are ignored')],
  ['"new york"', t('Rows with this phrase')],
  ['-film', t('Rows without this word')],
  ['=exactly', t('In a column filter: rows with exactly this value')],
  ['>100, <=1990-01-01', t('In a column filter: compare numbers and dates')],
];

export function showHelp(): void {
  openDialog(
    t('Keys and filters'),
    list(keyHelp(), 'keys'),
    element('h3', { text: t('Filters') }),
    list(filterHelp(), 'filters'),
  );
}

const list = (pairs: readonly (readonly [string, string])[], className: string): HTMLElement =>
  element(
    'dl',
    { class: `help ${className}` },
    ...pairs.flatMap(([term, what]) => [
      element('dt', { text: platformKeys(term) }),
      element('dd', { text: what }),
    ]),
  );
