import { t } from '../shared/l10n';
import type { Tab } from '../shared/messages';
import { element } from './dom';

const tabTitles = (): Readonly<Record<Tab, string>> => ({
  results: t('Results'),
  graph: t('Graph'),
  pattern: t('Pattern'),
  query: t('Query'),
});

/** Tabs; each is drawn when it is first opened. */
export class Tabs {
  readonly list = element('div', { class: 'tabs', attributes: { role: 'tablist' } });
  readonly panel = element('div', { class: 'tab-panel', attributes: { role: 'tabpanel', id: 'tab-panel' } });
  private readonly drawn = new Map<Tab, HTMLElement>();
  private readonly order: readonly Tab[];

  constructor(
    private readonly contents: Partial<Record<Tab, () => HTMLElement>>,
    public current: Tab,
    private readonly changed: () => void,
  ) {
    this.order = Object.keys(contents) as Tab[];
    if (!contents[current]) this.current = 'results';
    this.list.append(
      ...this.order.map((tab) =>
        element('button', {
          class: 'tab',
          text: tabTitles()[tab],
          attributes: { id: `tab-${tab}`, role: 'tab', type: 'button', 'aria-controls': 'tab-panel' },
          on: { click: () => this.open(tab), keydown: (event) => this.onKey(event) },
        }),
      ),
    );
  }

  open(tab: Tab): void {
    this.current = tab;
    this.draw();
    this.changed();
  }

  draw(): void {
    for (const tab of this.order) {
      const button = this.list.querySelector(`#tab-${tab}`);
      button?.setAttribute('aria-selected', String(tab === this.current));
      button?.setAttribute('tabindex', tab === this.current ? '0' : '-1');
    }
    this.panel.setAttribute('aria-labelledby', `tab-${this.current}`);
    const content = this.drawn.get(this.current) ?? this.contents[this.current]?.();
    if (!content) return;
    this.drawn.set(this.current, content);
    // A removed element loses its scroll position, so tabs are only hidden.
    if (!content.isConnected) this.panel.append(content);
    for (const other of this.drawn.values()) other.hidden = other !== content;
  }

  private onKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || event.altKey) return;
    const at = this.order.indexOf(this.current);
    const next = this.order[(at + step + this.order.length) % this.order.length];
    if (!next) return;
    this.open(next);
    this.list.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
