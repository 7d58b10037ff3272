import type { TraceHead } from '../../shared/messages';
import { beforeAndAfter } from '../../shared/trace/trace-words';
import { iconButton } from '../controls';
import { element } from '../dom';
import { Names } from '../names';
import { roundCard } from './round-card';
import { drawTraceHead } from './trace-head';

/** How a query was repaired: what came of it, and each round. */
export class TraceView {
  readonly title = 'Repair';
  readonly element: HTMLElement;
  private readonly cards: readonly HTMLDetailsElement[];
  private readonly redraws: (() => void)[] = [];

  constructor(trace: TraceHead, open: (iri: string) => void) {
    const names =
      trace.kb === undefined ? undefined : new Names(trace.kb, () => this.redraws.forEach((draw) => draw()));
    const { after } = beforeAndAfter(trace);
    const surroundings = { names, open, onNames: (draw: () => void) => this.redraws.push(draw) };
    this.cards = trace.attempts.map((attempt, place) =>
      roundCard(trace, place, {
        proposed: trace.result.kind === 'repaired' && attempt === after,
        surroundings,
      }),
    );
    this.element = element(
      'div',
      { class: 'text-page trace', attributes: { tabindex: -1 } },
      ...drawTraceHead(trace),
      ...(this.cards.length === 0
        ? [element('p', { class: 'dim', text: 'No query was tried.' })]
        : this.cards),
    );
    for (const [place, card] of this.cards.entries())
      card.open = this.cards.length <= FEW || trace.attempts[place] === after;
  }

  get controls(): readonly HTMLElement[] {
    return [
      iconButton('unfold', 'Open all rounds', () => this.openAll(true)),
      iconButton('fold', 'Close all rounds', () => this.openAll(false)),
    ];
  }

  private openAll(open: boolean): void {
    for (const card of this.cards) card.open = open;
  }
}

/** So many are all open at first. */
const FEW = 2;
