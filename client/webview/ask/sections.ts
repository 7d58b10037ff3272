import { element } from '../dom';

/** Collapsible sections. Content is drawn when a section first opens, and the open ones are saved. */
export class Sections {
  constructor(
    private readonly opened: Record<string, boolean>,
    private readonly changed: () => void,
  ) {}

  make(
    id: string,
    title: string,
    { open, note }: { readonly open: boolean; readonly note?: string },
    draw: () => readonly Node[],
  ): HTMLDetailsElement {
    const section = element(
      'details',
      { class: 'fold', attributes: { id: `fold-${id}` } },
      element(
        'summary',
        {},
        element('h2', { text: title }),
        ...(note === undefined ? [] : [element('span', { class: 'dim', text: note })]),
      ),
    );
    const body = element('div', { class: 'fold-body' });
    section.append(body);
    let drawn = false;
    const fill = (): void => {
      if (drawn) return;
      drawn = true;
      body.append(...draw());
    };
    section.open = this.opened[id] ?? open;
    if (section.open) fill();
    section.addEventListener('toggle', () => {
      if (section.open) fill();
      if ((this.opened[id] ?? open) === section.open) return;
      this.opened[id] = section.open;
      this.changed();
    });
    return section;
  }
}
