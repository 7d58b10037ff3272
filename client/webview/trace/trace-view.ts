import { t } from '../../shared/l10n';
import type { TraceHead } from '../../shared/messages';
import { iconButton } from '../controls';
import { element } from '../dom';
import { RoundCards } from './round-cards';
import { drawTraceHead } from './trace-head';

/** The trace of a repair: its outcome and its rounds. */
export class TraceView {
  readonly title = t('Repair');
  readonly element: HTMLElement;
  private readonly cards: readonly HTMLDetailsElement[];

  constructor(trace: TraceHead, open: (iri: string) => void) {
    this.cards = new RoundCards(trace, open).elements;
    this.element = element(
      'div',
      { class: 'text-page trace', attributes: { tabindex: -1 } },
      ...drawTraceHead(trace),
      ...(this.cards.length === 0
        ? [element('p', { class: 'dim', text: t('No query was tried.') })]
        : this.cards),
    );
  }

  get controls(): readonly HTMLElement[] {
    return [
      iconButton('unfold', t('Expand all rounds'), () => this.openAll(true)),
      iconButton('fold', t('Collapse all rounds'), () => this.openAll(false)),
    ];
  }

  private openAll(open: boolean): void {
    for (const card of this.cards) card.open = open;
  }
}
