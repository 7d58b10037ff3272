import { element } from './dom';
import { icon, type IconName } from './icons';

export function iconButton(
  name: IconName,
  label: string,
  run: (button: HTMLButtonElement) => void,
): HTMLButtonElement {
  const button = element(
    'button',
    {
      class: 'icon-button',
      title: label,
      attributes: { type: 'button', 'aria-label': label },
      on: { click: () => run(button) },
    },
    icon(name),
  );
  return button;
}

export const textButton = (label: string, run: () => void, { main = false } = {}): HTMLButtonElement =>
  element('button', {
    class: main ? 'button main' : 'button',
    text: label,
    attributes: { type: 'button' },
    on: { click: run },
  });

/** A link that does something here. */
export const actionLink = (label: string, run: () => void): HTMLButtonElement =>
  element('button', {
    class: 'action-link',
    text: label,
    attributes: { type: 'button' },
    on: { click: run },
  });
