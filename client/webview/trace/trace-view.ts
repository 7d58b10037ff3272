import type { TraceHead } from '../../shared/messages';
import { iconButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';

/** How a query was repaired. */
export class TraceView {
  readonly title = 'Repair';
  readonly element: HTMLElement;

  constructor(
    private readonly trace: TraceHead,
    readonly open: (iri: string) => void,
  ) {
    this.element = element(
      'div',
      { class: 'text-page' },
      element('h1', { text: trace.result.kind }),
      element('p', { text: trace.result.explanation }),
      element('pre', { class: 'query', text: trace.result.query }),
    );
  }

  get controls(): readonly HTMLElement[] {
    return [
      iconButton('copy', `Copy the trace of ${this.trace.attempts.length} attempts as Markdown`, () =>
        host.tell({ type: 'copyTrace', as: 'markdown' }),
      ),
    ];
  }
}
