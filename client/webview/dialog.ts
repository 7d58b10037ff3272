import { t } from '../shared/l10n';
import { element } from './dom';
import { iconButton } from './controls';

/** A dialog that closes with Escape and restores the focus. */
export function openDialog(title: string, ...content: readonly Node[]): () => void {
  const before = document.activeElement;
  const dialog = element('dialog', { class: 'dialog', attributes: { 'aria-label': title } });
  const shut = (): void => dialog.close();
  dialog.append(
    element('header', {}, element('h2', { text: title }), iconButton('close', t('Close (Escape)'), shut)),
    element('div', { class: 'dialog-body' }, ...content),
  );
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) shut();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  return shut;
}
