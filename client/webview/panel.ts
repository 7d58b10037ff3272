import { t } from '../shared/l10n';
import type { AnswerRow } from '../../server/src/protocol/index';
import {
  asPanelState,
  type PanelCommand,
  type PanelState,
  type RunningQuery,
  type ShownExplanation,
  type ShownTable,
  type ShownTrace,
  type Tab,
  type ToPanel,
} from '../shared/messages';
import type { AskEventHead, AskingState, ShownAnswer } from '../shared/ask/ask-messages';
import { PLAIN_TABLE } from '../shared/table-state';
import { QuestionPage } from './ask/question-page';
import { iconButton } from './controls';
import { element } from './dom';
import { ExplanationView } from './explanation/explanation-view';
import { FactsPane } from './facts-pane';
import { GraphTab } from './graph-tab';
import { showHelp } from './help';
import { host } from './host';
import { EntityNameCache } from './entity-names';
import { Notice } from './notice';
import { drawQuery } from './query-tab';
import { ResultsTab } from './results-tab';
import { drawSummary } from './summary';
import { Tabs } from './tabs';
import { TraceView } from './trace/trace-view';

/** The page of a result panel. */
export class Panel {
  private readonly bar = element('header', { class: 'bar' });
  private readonly summary = element('div', { class: 'summary', attributes: { role: 'status' } });
  private readonly notice = new Notice();
  private readonly main = element('main');
  private readonly status = element('footer', { class: 'status', attributes: { role: 'status' } });
  private readonly toolbar = element('div', { class: 'toolbar' });
  private readonly pinButton = iconButton('pin', t('Pin this panel: the next run opens a new one'), () =>
    host.send({ type: 'pin', pinned: !this.isPinned }),
  );
  private isPinned = false;
  private saveTimer = 0;
  private key = '';
  private tabs: Tabs | undefined;
  private results: ResultsTab | undefined;
  private facts: FactsPane | undefined;
  private graphs: GraphTab | undefined;
  private explanation: ExplanationView | undefined;
  private questionPage: QuestionPage | undefined;

  constructor(body: HTMLElement) {
    body.append(this.bar, this.notice.element, this.summary, this.main, this.status);
    this.main.append(element('p', { class: 'placeholder', text: t('Run a query to see its results here.') }));
    document.addEventListener('keydown', (event) => this.onKey(event));
    // Focusing the panel focuses the table.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.results?.focus();
    });
    document.addEventListener('beforecopy', (event) => event.preventDefault());
    document.addEventListener('copy', (event) => this.onCopy(event));
  }

  show(message: ToPanel & { readonly type: 'show' }): void {
    const { key, shown, rows } = message;
    this.key = key;
    this.notice.clear();
    this.main.classList.remove('stale');
    this.results?.destroy();
    this.graphs?.destroy();
    this.results = this.graphs = this.tabs = this.explanation = undefined;
    if (shown.kind !== 'asked') {
      this.questionPage?.destroy();
      this.questionPage = this.facts = undefined;
    }
    if (shown.kind === 'trace') this.showTrace(shown);
    else if (shown.kind === 'explanation') this.showExplanation(shown);
    else if (shown.kind === 'asked') this.showAnswer(shown, this.knownState(message));
    else this.showTable(shown, rows, this.knownState(message));
    this.save();
  }

  private showTable(shown: ShownTable, rows: readonly AnswerRow[], known: PanelState | undefined): void {
    const names = new EntityNameCache(shown.kind === 'run' ? shown.run.kb : shown.a.kb, () =>
      this.results?.onNamesLoaded(),
    );
    const facts = new FactsPane(names.kb);
    this.facts = facts;
    const open = (iri: string): void => facts.open(iri);
    const results = new ResultsTab(shown, rows, known?.table ?? PLAIN_TABLE, names, {
      open,
      changed: () => this.saveSoon(),
      status: this.status,
    });
    this.results = results;
    const graphs = new GraphTab(shown.kind === 'run' ? shown.run : shown.a, results, open);
    this.graphs = graphs;
    const { controls } = results;
    const tabs = new Tabs(tabsOf(shown, results, graphs), known?.tab ?? 'results', () => {
      // In a narrow panel, the facts would cover the tab.
      if (window.innerWidth <= NARROW) facts.close();
      showControls();
      this.save();
    });
    this.tabs = tabs;
    // They change only the table.
    const showControls = (): void => {
      for (const control of controls) control.hidden = tabs.current !== 'results';
    };
    showControls();
    this.toolbar.replaceChildren(
      ...controls,
      ...(shown.kind === 'run'
        ? [iconButton('again', t('Run again'), () => host.send({ type: 'runAgain' })), this.pinButton]
        : []),
      iconButton('help', t('Keys and filters (?)'), showHelp),
    );
    this.bar.replaceChildren(tabs.list, this.toolbar);
    drawSummary(this.summary, shown, results);
    this.main.replaceChildren(tabs.panel, facts.element);
    this.pinned(shown.kind === 'run' && shown.pinned);
    tabs.draw();
  }

  private showTrace({ trace, pinned }: ShownTrace): void {
    const view = new TraceView(trace, (iri) => this.facts?.open(iri));
    this.facts = trace.kb === undefined ? undefined : new FactsPane(trace.kb);
    this.toolbar.replaceChildren(...view.controls, this.pinButton);
    this.showText(view.title, view.element);
    this.pinned(pinned);
  }

  private showExplanation({ explained }: ShownExplanation): void {
    const view = new ExplanationView(explained);
    this.explanation = view;
    this.toolbar.replaceChildren(...view.controls);
    this.showText(t('Explanation'), view.element);
  }

  private showAnswer(shown: ShownAnswer, known: PanelState | undefined): void {
    const page = this.openQuestionPage(shown.asked.kb, known);
    this.toolbar.replaceChildren(...page.controls(shown), this.pinButton);
    page.show(shown);
    this.pinned(shown.pinned);
  }

  /** Reuses the page, so that typed text stays. Facts are requested from the KB of the question. */
  private openQuestionPage(kb: string, known?: PanelState): QuestionPage {
    const facts = this.facts?.kb === kb ? this.facts : new FactsPane(kb);
    const page =
      this.questionPage ??
      new QuestionPage(
        known?.asked,
        (iri) => this.facts?.open(iri),
        () => this.saveSoon(),
      );
    const isShown = page === this.questionPage && facts === this.facts;
    this.questionPage = page;
    this.facts = facts;
    if (!isShown) this.showText(t('Ask'), page.element);
    return page;
  }

  asking(asking: AskingState): void {
    this.notice.clear();
    this.openQuestionPage(asking.kb, asPanelState(host.savedState())).asking(asking);
    this.save();
  }

  askEvent(event: AskEventHead): void {
    this.questionPage?.event(event);
  }

  /** Shows a page of text with a title. */
  private showText(title: string, text: HTMLElement): void {
    this.bar.replaceChildren(element('span', { class: 'bar-title', text: title }), this.toolbar);
    this.summary.replaceChildren();
    this.status.hidden = true;
    this.main.replaceChildren(text, ...(this.facts ? [this.facts.element] : []));
  }

  /** The state that the page has saved is newer than the one that the extension sends. */
  private knownState({ key, state }: ToPanel & { readonly type: 'show' }): PanelState | undefined {
    const saved = asPanelState(host.savedState());
    return saved?.runs.join(' ') === key ? saved : state;
  }

  stale(stale: boolean): void {
    this.explanation?.stale(stale);
  }

  append(key: string, rows: readonly AnswerRow[]): void {
    if (key !== this.key) return;
    this.results?.append(rows);
    if (this.results?.grid?.view.isComplete) performance.mark('funfusic-complete');
  }

  running(running: RunningQuery): void {
    this.notice.running(running);
    this.main.classList.add('stale');
  }

  stopped({ message, failed }: { readonly message: string; readonly failed: boolean }): void {
    if (this.questionPage) {
      this.questionPage.stopped({ message, failed });
      this.save();
      return;
    }
    this.notice.stopped(message, { failed });
    this.main.classList.remove('stale');
  }

  pinned(pinned: boolean): void {
    this.isPinned = pinned;
    this.pinButton.classList.toggle('on', pinned);
    this.pinButton.setAttribute('aria-pressed', String(pinned));
  }

  command(command: PanelCommand): void {
    if (command === 'help') showHelp();
    else if (command === 'filter') this.focusFilter();
    else this.results?.copy({ headers: false });
  }

  private focusFilter(): boolean {
    if (!this.results?.grid) return false;
    if (this.tabs?.current !== 'results') this.tabs?.open('results');
    this.results.focusFilter();
    return true;
  }

  /** Saves the state with a delay, because it changes at every frame while scrolling. */
  private saveSoon(): void {
    this.saveTimer ||= window.setTimeout(() => {
      this.saveTimer = 0;
      this.save();
    }, SAVE_DELAY_MS);
  }

  private save(): void {
    if (this.key === '' && !this.questionPage) return;
    host.saveState({
      version: 1,
      runs: this.key === '' ? [] : this.key.split(' '),
      tab: this.tabs?.current ?? 'results',
      table: this.results?.state ?? PLAIN_TABLE,
      ...(this.questionPage && { asked: this.questionPage.state }),
    });
  }

  private onKey(event: KeyboardEvent): void {
    const typing = isTyping(event);
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const consume = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    if ((control && key === 'f') || (key === '/' && !typing && !control)) {
      if (this.focusFilter()) consume();
      else if (this.questionPage && !control) {
        this.questionPage.box.focus();
        consume();
      }
    } else if (control && event.shiftKey && key === 'c') {
      this.results?.copy({ headers: true });
      consume();
    } else if (control && key === 'e') {
      this.results?.exportRows();
      consume();
    } else if (event.altKey && key === 'arrowleft' && this.facts?.back()) consume();
    else if (event.altKey && key === 'arrowright' && this.facts?.forward()) consume();
    else if (key === 'escape' && this.facts?.close()) consume();
    else if (key === '?' && !typing) {
      showHelp();
      consume();
    }
  }

  /** Ctrl+C copies cells, unless the user types or has selected a text. */
  private onCopy(event: ClipboardEvent): void {
    const typing = isTyping(event);
    const hasSelection = document.getSelection()?.isCollapsed === false;
    const text = typing || hasSelection ? undefined : this.results?.copiedText();
    if (text === undefined) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  }
}

const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const SAVE_DELAY_MS = 150;
/** In pixels. */
const NARROW = 560;

function tabsOf(
  shown: ShownTable,
  results: ResultsTab,
  graphs: GraphTab,
): Partial<Record<Tab, () => HTMLElement>> {
  return {
    results: () => results.element,
    ...(shown.kind === 'run' && {
      graph: () => graphs.neighbourhood(),
      pattern: () => graphs.pattern(),
    }),
    query: () => drawQuery(shown),
  };
}
