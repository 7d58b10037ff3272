import { t } from '../shared/l10n';
import type { ShownTable } from '../shared/messages';
import { element } from './dom';
import { icon, type IconName } from './icons';

/** Notes above the answer. */
export function drawNotes(shown: ShownTable): readonly Node[] {
  if (shown.kind === 'comparison') return [];
  const { execution, remarks } = shown.run;
  const notes: Node[] = [];
  if (execution.status === 'answered' && execution.incomplete)
    notes.push(note('warning', 'warning', t('This answer is incomplete.'), execution.incomplete.message));
  for (const { message, because, advice, code } of remarks)
    notes.push(note('info', 'remark', message, `${because} ${advice}`.trim(), code));
  return notes.length === 0 ? [] : [element('div', { class: 'notes' }, ...notes)];
}

function note(sign: IconName, kind: string, message: string, more: string, code?: string): Node {
  return element(
    'div',
    { class: `note ${kind}`, attributes: { role: 'note' } },
    icon(sign),
    element(
      'div',
      {},
      element('strong', { text: message }),
      document.createTextNode(' '),
      element('span', { text: more }),
      ...(code === undefined ? [] : [element('span', { class: 'code', text: code })]),
    ),
  );
}
