import { t } from '../shared/l10n';
import { EMPTY_HISTORY, step, visit, type NavigationHistory } from '../shared/navigation-history';
import { copyText } from './clipboard';
import { iconButton, textButton } from './controls';
import { element } from './dom';
import { mountFacts } from './facts';
import { host } from './host';
import { showValue } from './value-dialog';

/** The pane with the facts of an entity, with back and forward. */
export class FactsPane {
  readonly element = element('aside', {
    class: 'facts-pane',
    attributes: { hidden: '', tabindex: -1, 'aria-label': t('Facts') },
  });
  private history: NavigationHistory = EMPTY_HISTORY;
  private request = new AbortController();
  private focusBefore: Element | null = null;

  constructor(readonly kb: string) {}

  open(iri: string): void {
    if (this.element.hidden) this.focusBefore = document.activeElement;
    this.go(visit(this.history, iri));
  }

  back(): boolean {
    return this.move(-1);
  }

  forward(): boolean {
    return this.move(1);
  }

  /** Returns whether the pane was open. */
  close(): boolean {
    if (this.element.hidden) return false;
    this.request.abort();
    this.element.hidden = true;
    if (this.focusBefore instanceof HTMLElement) this.focusBefore.focus({ preventScroll: true });
    return true;
  }

  private move(by: -1 | 1): boolean {
    const next = this.element.hidden ? undefined : step(this.history, by);
    if (next) this.go(next);
    return next !== undefined;
  }

  private go(history: NavigationHistory): void {
    this.history = history;
    const iri = history.places[history.at];
    if (iri === undefined) return;
    this.request.abort();
    this.request = new AbortController();
    this.element.hidden = false;
    this.element.classList.add('waiting');
    if (!this.element.hasChildNodes()) this.showMessage(t('Loading facts…'));
    host.request('facts', { kb: this.kb, iri }, this.request.signal).then(
      (facts) => {
        this.element.classList.remove('waiting');
        this.element.replaceChildren();
        mountFacts(this.element, facts, {
          open: (other) => this.open(other),
          copy: (text) => void copyText(text),
          ...(step(history, -1) && { back: () => this.back() }),
          ...(step(history, 1) && { forward: () => this.forward() }),
          close: () => this.close(),
          showText: showValue,
          openSchema: (id) => host.send({ type: 'openSchemaPage', id }),
        });
        this.element.scrollTop = 0;
        this.element.focus({ preventScroll: true });
      },
      (error: unknown) => {
        this.element.classList.remove('waiting');
        this.showMessage(
          t('Cannot load the facts: {0}', error instanceof Error ? error.message : String(error)),
          textButton(t('Try Again'), () => this.go(history)),
        );
      },
    );
  }

  private showMessage(text: string, ...more: readonly Node[]): void {
    this.element.replaceChildren(
      element(
        'div',
        { class: 'facts-bar' },
        iconButton('close', t('Close (Escape)'), () => this.close()),
      ),
      element('p', { class: 'placeholder', text }),
      ...more,
    );
  }
}
