import { element } from './dom';

/** What is known of one entity, beside the results; with a way back to the one before. */
export class FactsPane {
  readonly element = element('aside', {
    class: 'facts-pane',
    attributes: { hidden: '', 'aria-label': 'Facts' },
  });

  constructor(readonly kb: string) {}

  open(iri: string): void {
    this.element.hidden = false;
    this.element.textContent = iri;
  }

  back(): boolean {
    return false;
  }

  forward(): boolean {
    return false;
  }

  close(): boolean {
    const open = !this.element.hidden;
    this.element.hidden = true;
    return open;
  }
}
