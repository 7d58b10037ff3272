import { t } from '../shared/l10n';
import { element } from './dom';
import { icon } from './icons';
import { platformKeys } from './platform-keys';

export type PopupMenuItem =
  | 'line'
  | {
      readonly label: string;
      readonly keys?: string;
      readonly checked?: boolean;
      readonly run: () => void;
    };

/** Closes the open menu. */
let closeOpenMenu: (() => void) | undefined;

/** Opens a menu with keyboard control. Closing it restores the focus. */
export function openMenu(x: number, y: number, items: readonly PopupMenuItem[], label = t('Actions')): void {
  closeOpenMenu?.();
  const before = document.activeElement;
  const menu = element('div', {
    class: 'menu',
    attributes: { role: 'menu', tabindex: -1, 'aria-label': label },
  });
  const entries: HTMLElement[] = [];
  const close = (): void => {
    closeOpenMenu = undefined;
    menu.remove();
    window.removeEventListener('pointerdown', onPointerDown, true);
    window.removeEventListener('blur', close);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (!(event.target instanceof Node && menu.contains(event.target))) close();
  };
  for (const item of items) {
    if (item === 'line') {
      menu.append(element('div', { class: 'menu-line', attributes: { role: 'separator' } }));
      continue;
    }
    const run = (): void => {
      close();
      item.run();
    };
    const role = item.checked === undefined ? 'menuitem' : 'menuitemcheckbox';
    const entry = element(
      'div',
      {
        class: 'menu-item',
        attributes: {
          role,
          tabindex: -1,
          ...(item.checked !== undefined && { 'aria-checked': item.checked }),
        },
        on: { click: run, pointerenter: () => entry.focus() },
      },
      element('span', { class: 'menu-check' }, ...(item.checked ? [icon('check')] : [])),
      element('span', { class: 'menu-label', text: item.label }),
      element('span', { class: 'menu-keys', text: platformKeys(item.keys ?? '') }),
    );
    entries.push(entry);
    menu.append(entry);
  }
  menu.addEventListener('keydown', (event) => onKey(event, entries, close));
  document.body.append(menu);
  place(menu, x, y);
  closeOpenMenu = close;
  window.addEventListener('pointerdown', onPointerDown, true);
  window.addEventListener('blur', close);
  entries[0]?.focus();
}

export function openMenuBelow(button: HTMLElement, items: readonly PopupMenuItem[], label: string): void {
  const box = button.getBoundingClientRect();
  openMenu(box.left, box.bottom + 2, items, label);
}

function place(menu: HTMLElement, x: number, y: number): void {
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(x, window.innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, window.innerHeight - height - 4))}px`;
}

function onKey(event: KeyboardEvent, entries: readonly HTMLElement[], close: () => void): void {
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const go = (index: number): void => entries[(index + entries.length) % entries.length]?.focus();
  if (event.key === 'ArrowDown') go(at + 1);
  else if (event.key === 'ArrowUp') go(at - 1);
  else if (event.key === 'Home') go(0);
  else if (event.key === 'End') go(entries.length - 1);
  else if (event.key === 'Enter' || event.key === ' ') entries[at]?.click();
  else if (event.key === 'Escape' || event.key === 'Tab') close();
  else if (event.key.length === 1) {
    const letter = event.key.toLowerCase();
    const order = [...entries.slice(at + 1), ...entries.slice(0, at + 1)];
    order.find((entry) => entry.textContent.trim().toLowerCase().startsWith(letter))?.focus();
  }
  event.preventDefault();
  event.stopPropagation();
}
