import type { Explained } from '../../shared/messages';
import { element } from '../dom';

/** A query in words. */
export class ExplanationView {
  readonly element: HTMLElement;
  readonly controls: readonly HTMLElement[] = [];

  constructor(explained: Explained) {
    this.element = element(
      'div',
      { class: 'text-page' },
      element('p', { class: 'reading', text: explained.reading.question }),
      element('pre', { class: 'query', text: explained.query }),
    );
  }

  stale(stale: boolean): void {
    this.element.classList.toggle('stale', stale);
  }
}
