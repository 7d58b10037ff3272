import type { Row } from '../../server/src/protocol';
import {
  asPanelState,
  type PanelCommand,
  type Running,
  type Shown,
  type Tab,
  type ToPanel,
} from '../shared/messages';
import { PLAIN_TABLE } from '../shared/table-state';
import { iconButton } from './controls';
import { element } from './dom';
import { FactsPane } from './facts-pane';
import { GraphTab } from './graph-tab';
import { showHelp } from './help';
import { host } from './host';
import { Names } from './names';
import { Notice } from './notice';
import { drawQuery } from './query-tab';
import { ResultsTab } from './results-tab';
import { drawSummary } from './summary';
import { Tabs } from './tabs';

/** The whole page. */
export class Panel {
  private readonly bar = element('header', { class: 'bar' });
  private readonly summary = element('div', { class: 'summary', attributes: { role: 'status' } });
  private readonly notice = new Notice();
  private readonly main = element('main');
  private readonly status = element('footer', { class: 'status', attributes: { role: 'status' } });
  private readonly toolbar = element('div', { class: 'toolbar' });
  private readonly pinButton = iconButton('pin', 'Keep this panel: the next run opens another', () =>
    host.tell({ type: 'pin', pinned: !this.isPinned }),
  );
  private isPinned = false;
  private keeping = 0;
  private key = '';
  private tabs: Tabs | undefined;
  private results: ResultsTab | undefined;
  private facts: FactsPane | undefined;
  private graphs: GraphTab | undefined;

  constructor(body: HTMLElement) {
    body.append(this.bar, this.notice.element, this.summary, this.main, this.status);
    this.main.append(
      element('p', { class: 'placeholder', text: 'Run a query, and what comes of it is shown here.' }),
    );
    document.addEventListener('keydown', (event) => this.onKey(event));
    // Who comes to the panel by keyboard is in the table.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.results?.focus();
    });
    document.addEventListener('beforecopy', (event) => event.preventDefault());
    document.addEventListener('copy', (event) => this.onCopy(event));
  }

  show({ key, shown, rows, state }: ToPanel & { readonly type: 'show' }): void {
    // What the page itself kept is newer than what the host was given with it.
    const own = asPanelState(host.kept());
    const known = own?.runs.join(' ') === key ? own : state;
    this.key = key;
    this.notice.clear();
    this.main.classList.remove('stale');
    this.results?.destroy();
    const names = new Names(shown.kind === 'run' ? shown.run.kb : shown.a.kb, () =>
      this.results?.namesCame(),
    );
    const facts = new FactsPane(names.kb);
    this.facts = facts;
    const open = (iri: string): void => facts.open(iri);
    const results = new ResultsTab(shown, rows, known?.table ?? PLAIN_TABLE, names, {
      open,
      changed: () => this.keepSoon(),
      status: this.status,
    });
    this.results = results;
    this.graphs?.destroy();
    const graphs = new GraphTab(shown.kind === 'run' ? shown.run : shown.a, results, open);
    this.graphs = graphs;
    this.tabs = new Tabs(tabsOf(shown, results, graphs), known?.tab ?? 'results', () => {
      // Where there is little room, the facts cover what was asked for.
      if (window.innerWidth <= NARROW) facts.close();
      this.keep();
    });
    this.isPinned = shown.kind === 'run' && shown.pinned;
    this.toolbar.replaceChildren(
      ...results.controls,
      ...(shown.kind === 'run'
        ? [iconButton('again', 'Run again', () => host.tell({ type: 'runAgain' })), this.pinButton]
        : []),
      iconButton('help', 'Keys and filters (?)', showHelp),
    );
    this.bar.replaceChildren(this.tabs.list, this.toolbar);
    drawSummary(this.summary, shown, results);
    this.main.replaceChildren(this.tabs.panel, facts.element);
    this.pinned(this.isPinned);
    this.tabs.draw();
    this.keep();
  }

  append(key: string, rows: readonly Row[]): void {
    if (key !== this.key) return;
    this.results?.append(rows);
    if (this.results?.grid?.view.complete) performance.mark('funfusic-complete');
  }

  running(running: Running): void {
    this.notice.running(running);
    this.main.classList.add('stale');
  }

  stopped({ message, failed }: { readonly message: string; readonly failed: boolean }): void {
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
    else if (command === 'filter') this.results?.focusFilter();
    else this.results?.copy({ headers: false });
  }

  /** Not at every frame of a movement. */
  private keepSoon(): void {
    this.keeping ||= window.setTimeout(() => {
      this.keeping = 0;
      this.keep();
    }, 150);
  }

  private keep(): void {
    if (this.key === '' || !this.tabs || !this.results) return;
    host.keep({ version: 1, runs: this.key.split(' '), tab: this.tabs.current, table: this.results.state });
  }

  private onKey(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const used = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    if ((control && key === 'f') || (key === '/' && !typing && !control)) {
      if (this.results?.focusFilter()) used();
    } else if (control && event.shiftKey && key === 'c') {
      this.results?.copy({ headers: true });
      used();
    } else if (control && key === 'e') {
      this.results?.exportRows();
      used();
    } else if (event.altKey && key === 'arrowleft' && this.facts?.back()) used();
    else if (event.altKey && key === 'arrowright' && this.facts?.forward()) used();
    else if (key === 'escape' && this.facts?.close()) used();
    else if (key === '?' && !typing) {
      showHelp();
      used();
    }
  }

  /** Ctrl+C copies cells, unless a text is marked somewhere or is being typed. */
  private onCopy(event: ClipboardEvent): void {
    const typing = event.target instanceof HTMLInputElement;
    const marked = document.getSelection()?.isCollapsed === false;
    const text = typing || marked ? undefined : this.results?.copiedText();
    if (text === undefined) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  }
}

const NARROW = 560;

function tabsOf(
  shown: Shown,
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
