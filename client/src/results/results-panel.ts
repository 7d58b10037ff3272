import * as vscode from 'vscode';
import { chunksOf } from '../../shared/chunks';
import type { FromPanel, PanelCommand, PanelState, ToPanel } from '../../shared/messages';
import {
  contentKey,
  contentRows,
  toShownContent,
  contentTitle,
  type PanelContent,
  type PanelFamily,
} from './content';
import { onPageMessage } from '../page-messages';
import { webviewHtml } from './webview-html';
import type { ResultRequests } from './result-requests';

/** The type of the panels with results and answers. */
export const PANEL_TYPE = 'funfusic.results';

/** A running query or question. */
export interface PendingContent {
  readonly cancel: () => void;
  /** The current state for the page. */
  readonly state: () => ToPanel;
  /** The title of the tab while it is running; unchanged if undefined. */
  readonly title?: string;
}

/** Services and callbacks of a panel. */
export interface PanelOwner {
  readonly requests: ResultRequests;
  readonly dist: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  onMessage(panel: ResultsPanel, message: FromPanel): void;
  onReady(panel: ResultsPanel, message: FromPanel & { readonly type: 'ready' }): void;
  onClosed(panel: ResultsPanel): void;
}

/** A webview with its content, which is sent again whenever the page reloads. */
export class ResultsPanel implements vscode.Disposable {
  content: PanelContent | undefined;
  pending: PendingContent | undefined;
  pinned = false;
  private stopped:
    | { readonly of: PendingContent; readonly message: string; readonly failed: boolean }
    | undefined;
  private state: PanelState | undefined;
  private isStale = false;
  private ready = false;
  /** Incremented for each content, so that rows of the previous one are no longer sent. */
  private round = 0;
  private readonly requests = new Map<number, vscode.CancellationTokenSource>();

  constructor(
    readonly view: vscode.WebviewPanel,
    private readonly owner: PanelOwner,
    readonly family: PanelFamily,
  ) {
    const schema = import('../../shared/from-panel').then(({ fromPanel }) => fromPanel);
    onPageMessage(view.webview, schema, (message) => this.receive(message), owner.log);
    view.onDidDispose(() => {
      this.ready = false;
      for (const source of this.requests.values()) source.cancel();
      owner.onClosed(this);
    });
    view.iconPath = {
      light: vscode.Uri.joinPath(owner.dist, '..', 'images', 'results-light.svg'),
      dark: vscode.Uri.joinPath(owner.dist, '..', 'images', 'results-dark.svg'),
    };
    view.webview.options = { enableScripts: true, localResourceRoots: [owner.dist] };
    view.webview.html = webviewHtml(view.webview, owner.dist, 'results', vscode.l10n.t('Query results'));
  }

  show(content: PanelContent, state?: PanelState): void {
    this.content = content;
    this.isStale = false;
    this.state = state;
    this.pending = undefined;
    this.stopped = undefined;
    this.view.title = shorten(contentTitle(content));
    this.sendAll();
  }

  running(pending: PendingContent): void {
    this.pending = pending;
    this.stopped = undefined;
    if (pending.title !== undefined) this.view.title = shorten(pending.title);
    this.send(pending.state());
  }

  /** Sends an update of the running query or question. */
  progress(pending: PendingContent, message: ToPanel): void {
    if (this.pending === pending) this.send(message);
  }

  /** Ends the running query or question without a result. The previous content stays. */
  stop(pending: PendingContent, message: string, { failed }: { readonly failed: boolean }): void {
    if (this.pending !== pending) return;
    this.pending = undefined;
    this.stopped = { of: pending, message, failed };
    this.send({ type: 'stopped', message, failed });
  }

  pin(pinned: boolean): void {
    this.pinned = pinned;
    this.send({ type: 'pinned', pinned });
  }

  /** Reports whether the explained query has changed since. */
  stale(stale: boolean): void {
    if (stale === this.isStale) return;
    this.isStale = stale;
    this.send({ type: 'stale', stale });
  }

  command(command: PanelCommand): void {
    this.send({ type: 'command', command });
  }

  dispose(): void {
    this.view.dispose();
  }

  private receive(message: FromPanel): void {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        this.owner.onReady(this, message);
        this.sendAll();
        return;
      case 'ask':
        void this.answer(message);
        return;
      case 'drop':
        this.requests.get(message.id)?.cancel();
        return;
      case 'cancel':
      case 'stop':
        this.pending?.cancel();
        return;
      default:
        this.owner.onMessage(this, message);
    }
  }

  private async answer({ id, what, params }: FromPanel & { readonly type: 'ask' }): Promise<void> {
    const source = new vscode.CancellationTokenSource();
    this.requests.set(id, source);
    try {
      this.send({ type: 'answer', id, result: await this.owner.requests.ask(what, params, source.token) });
    } catch (error) {
      this.send({ type: 'answer', id, problem: error instanceof Error ? error.message : String(error) });
    } finally {
      this.requests.delete(id);
      source.dispose();
    }
  }

  private sendAll(): void {
    this.round += 1;
    if (this.content) void this.sendContent(this.content, this.round);
    if (this.pending) this.send(this.pending.state());
    if (this.stopped) {
      const { of, message, failed } = this.stopped;
      this.send(of.state());
      this.send({ type: 'stopped', message, failed });
    }
    if (this.isStale) this.send({ type: 'stale', stale: true });
  }

  private async sendContent(content: PanelContent, round: number): Promise<void> {
    if (!this.ready) return;
    const key = contentKey(content);
    const [first = [], ...rest] = chunksOf(contentRows(content));
    const shown = toShownContent(content, this);
    const state = this.state;
    this.state = undefined;
    await this.post({ type: 'show', key, shown, rows: first, ...(state && { state }) });
    for (const rows of rest) {
      if (round !== this.round) return;
      await this.post({ type: 'rows', key, rows });
    }
  }

  private send(message: ToPanel): void {
    void this.post(message);
  }

  private async post(message: ToPanel): Promise<void> {
    if (this.ready) await this.view.webview.postMessage(message);
  }
}

const MAX_TITLE = 48;

const shorten = (title: string): string =>
  title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1)}…` : title;
