import { t } from '../shared/l10n';
import { element } from './dom';
import { iconButton } from './controls';

/** Opens a dialog that closes with Escape. Closing it restores the focus. */
export function openDialog(title: string, ...content: readonly Node[]): () => void {
  const before = document.activeElement;
  const dialog = element('dialog', { class: 'dialog', attributes: { 'aria-label': title } });
  const close = (): void => dialog.close();
  dialog.append(
    element('header', {}, element('h2', { text: title }), iconButton('close', t('Close (Escape)'), close)),
    element('div', { class: 'dialog-body' }, ...content),
  );
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  return close;
}
