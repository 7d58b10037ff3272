import { element } from './dom';
import { displayLines } from '../shared/terms';
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

/** A button that looks like a link. */
export const actionLink = (label: string, run: () => void): HTMLButtonElement =>
  element('button', {
    class: 'action-link',
    text: label,
    attributes: { type: 'button' },
    on: { click: run },
  });

/** A collapsed section with a long text. */
export const collapsedText = (title: string, text: string, dir: 'auto' | 'ltr' = 'auto'): HTMLElement =>
  element(
    'details',
    { class: 'words' },
    element('summary', {}, element('h3', { text: title })),
    element('pre', { class: 'value', text: displayLines(text), attributes: { dir, tabindex: 0 } }),
  );
