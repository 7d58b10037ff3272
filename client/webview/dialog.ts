import { t } from '../shared/l10n';
import { element } from './dom';
import { iconButton } from './controls';

/** Opens a dialog that keeps the focus and closes with Escape. Closing it restores the focus. */
export function openDialog(title: string, ...content: readonly Node[]): () => void {
  const before = document.activeElement;
  const dialog = element('dialog', { class: 'dialog', attributes: { 'aria-label': title } });
  const close = (): void => dialog.close();
  dialog.append(
    element('header', {}, element('h2', { text: title }), iconButton('close', t('Close (Escape)'), close)),
    element('div', { class: 'dialog-body', attributes: { tabindex: '0' } }, ...content),
  );
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Tab' && moveWithin(dialog, event.shiftKey ? -1 : 1)) event.preventDefault();
  });
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

/** Moves the focus from one end of the dialog to the other; otherwise it would leave the page, and Escape would have no effect. */
function moveWithin(dialog: HTMLElement, step: 1 | -1): boolean {
  const controls = [...dialog.querySelectorAll<HTMLElement>('button, a[href], input, [tabindex="0"]')];
  const next = controls.findIndex((control) => control === document.activeElement) + step;
  if (next >= 0 && next < controls.length) return false;
  controls.at(next < 0 ? -1 : 0)?.focus();
  return true;
}
