import { t } from '../shared/l10n';
import { plainText } from '../shared/terms';
import { copyText } from './clipboard';
import { host } from './host';
import type { PopupMenuItem } from './menu';
import type { ResultsTab } from './results-tab';

/** The menu of the active cell and the selection. */
export function cellMenu(tab: ResultsTab, { copying = false } = {}): readonly PopupMenuItem[] {
  const { grid } = tab;
  if (!grid) return [];
  const { active } = grid.selection;
  const column = grid.columnAt(active.column);
  const name = grid.view.columns[column] ?? '';
  const term = grid.termAt(active);
  const whole = (which: 'rows' | 'columns' | 'all', headers: boolean) => (): void => {
    const before = grid.selection;
    const row = Math.max(0, active.row);
    grid.select({ anchor: { ...active, row }, active: { ...active, row }, whole: which });
    tab.copy({ headers });
    grid.select(before);
  };
  const copies: PopupMenuItem[] = [
    ...(active.row >= 0
      ? ([
          { label: t('Copy Selection'), keys: 'Ctrl+C', run: () => tab.copy({ headers: false }) },
          {
            label: t('Copy Selection with Headers'),
            keys: 'Ctrl+Shift+C',
            run: () => tab.copy({ headers: true }),
          },
          { label: t('Copy Selection with Names'), run: () => tab.copy({ headers: true, names: true }) },
          { label: t('Copy Selection as Markdown'), run: () => tab.copy({ headers: true, markdown: true }) },
          'line',
          { label: t('Copy Row'), run: whole('rows', false) },
        ] as const)
      : []),
    { label: t('Copy Column {0}', name), run: whole('columns', false) },
    { label: t('Copy Column {0} with Header', name), run: whole('columns', true) },
    'line',
    { label: t('Copy All with Headers'), run: whole('all', true) },
  ];
  if (copying) return copies;
  const ofEntity: PopupMenuItem[] =
    term?.type === 'uri'
      ? [
          { label: t('Open Facts'), keys: 'Enter', run: () => grid.openActive() },
          { label: t('Copy IRI'), run: () => void copyText(term.value) },
          ...(tab.names.nameOf(term.value) === undefined
            ? []
            : [{ label: t('Copy Name'), run: () => void copyText(tab.names.nameOf(term.value) ?? '') }]),
        ]
      : [];
  const ofCell: PopupMenuItem[] =
    active.row < 0
      ? []
      : [
          ...(term
            ? [{ label: t('Show Full Value'), keys: 'Space', run: () => grid.showActiveValue() }]
            : []),
          ...(term && term.type !== 'bnode'
            ? [{ label: t('Insert into Query'), run: () => host.send({ type: 'insertTerm', term }) }]
            : []),
          'line',
          {
            label: t('Show Only {0}', shorten(plainText(term))),
            run: () => tab.filterByTerm(term, { not: false }),
          },
          {
            label: t('Exclude {0}', shorten(plainText(term))),
            run: () => tab.filterByTerm(term, { not: true }),
          },
        ];
  const { sort, hidden } = grid.state;
  return [
    ...ofEntity,
    ...ofCell,
    ...(ofCell.length + ofEntity.length > 0 ? (['line'] as const) : []),
    ...copies,
    'line',
    { label: t('Sort Ascending'), run: () => grid.change({ sort: [{ column, descending: false }] }) },
    { label: t('Sort Descending'), run: () => grid.change({ sort: [{ column, descending: true }] }) },
    ...(sort.length > 0 ? [{ label: t('Original Order'), run: () => grid.change({ sort: [] }) }] : []),
    'line',
    { label: t('Fit Width'), run: () => grid.autosize(column) },
    ...(grid.view.visibleColumns.length > 1
      ? [{ label: t('Hide Column {0}', name), run: () => grid.change({ hidden: [...hidden, column] }) }]
      : []),
    ...(hidden.length > 0 ? [{ label: t('Show All Columns'), run: () => grid.change({ hidden: [] }) }] : []),
  ];
}

const shorten = (text: string): string => {
  if (text === '') return t('Unbound');
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
};
