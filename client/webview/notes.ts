import { t } from '../shared/l10n';
import type { ShownTable } from '../shared/messages';
import { notesOf } from '../shared/run-notes';
import { element } from './dom';
import { icon, type IconName } from './icons';

/** Notes above the answer. */
export function drawNotes(shown: ShownTable): readonly Node[] {
  const notes = shown.kind === 'run' ? notesOf(shown.run) : [];
  if (notes.length === 0) return [];
  return [
    element(
      'div',
      { class: 'notes' },
      ...notes.map(({ severity, message, details, code }) =>
        element(
          'div',
          { class: `note ${severity}`, attributes: { role: 'note' } },
          icon(SEVERITY_ICONS[severity]),
          element(
            'div',
            {},
            // The icon has no text of its own.
            element('span', { class: 'spoken', text: `${severityNames()[severity]}: ` }),
            element('strong', { text: message }),
            document.createTextNode(' '),
            element('span', { text: details }),
            ...(code === undefined ? [] : [element('span', { class: 'code', text: code })]),
          ),
        ),
      ),
    ),
  ];
}

/** The icons of severities, as in the editor. */
export const SEVERITY_ICONS = {
  error: 'error',
  warning: 'warning',
  information: 'info',
  hint: 'info',
} satisfies Record<string, IconName>;

const severityNames = () =>
  ({
    error: t('Error'),
    warning: t('Warning'),
    information: t('Information'),
    hint: t('Hint'),
  }) as const;
