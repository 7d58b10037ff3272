import { t } from '../shared/l10n';
import { EMPTY_HISTORY, step, visit, type NavigationHistory } from '../shared/navigation-history';
import { copyText } from './clipboard';
import { iconButton, textButton } from './controls';
import { element } from './dom';
import { mountFacts } from './facts';
import { host } from './host';
import { showValue } from './value-dialog';

/** The facts of an entity beside the results, with back and forward. */
export class FactsPane {
  readonly element = element('aside', {
    class: 'facts-pane',
    attributes: { hidden: '', tabindex: -1, 'aria-label': t('Facts') },
  });
  private visited: NavigationHistory = EMPTY_HISTORY;
  private asking = new AbortController();
  private before: Element | null = null;

  constructor(readonly kb: string) {}

  open(iri: string): void {
    if (this.element.hidden) this.before = document.activeElement;
    this.go(visit(this.visited, iri));
  }

  back(): boolean {
    return this.take(-1);
  }

  forward(): boolean {
    return this.take(1);
  }

  /** Whether there was anything to close. */
  close(): boolean {
    if (this.element.hidden) return false;
    this.asking.abort();
    this.element.hidden = true;
    if (this.before instanceof HTMLElement) this.before.focus({ preventScroll: true });
    return true;
  }

  private take(by: -1 | 1): boolean {
    const next = this.element.hidden ? undefined : step(this.visited, by);
    if (next) this.go(next);
    return next !== undefined;
  }

  private go(visited: NavigationHistory): void {
    this.visited = visited;
    const iri = visited.places[visited.at];
    if (iri === undefined) return;
    this.asking.abort();
    this.asking = new AbortController();
    this.element.hidden = false;
    this.element.classList.add('waiting');
    if (!this.element.hasChildNodes()) this.say(t('Loading facts…'));
    host.ask('facts', { kb: this.kb, iri }, this.asking.signal).then(
      (facts) => {
        this.element.classList.remove('waiting');
        this.element.replaceChildren();
        mountFacts(this.element, facts, {
          open: (other) => this.open(other),
          copy: (text) => void copyText(text),
          ...(step(visited, -1) && { back: () => this.back() }),
          ...(step(visited, 1) && { forward: () => this.forward() }),
          close: () => this.close(),
          showText: showValue,
          openSchema: (id) => host.send({ type: 'openSchemaPage', id }),
        });
        this.element.scrollTop = 0;
        this.element.focus({ preventScroll: true });
      },
      (error: unknown) => {
        this.element.classList.remove('waiting');
        this.say(
          t('Cannot load the facts: {0}', error instanceof Error ? error.message : String(error)),
          textButton(t('Try Again'), () => this.go(visited)),
        );
      },
    );
  }

  private say(text: string, ...more: readonly Node[]): void {
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
