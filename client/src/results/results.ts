import * as vscode from 'vscode';
import type { Run } from '../../../server/src/protocol';
import { asPanelState, type FromPanel } from '../../shared/messages';
import type { ServerSession } from '../language-client';
import { comparisonContent, runContent, runsOf } from './content';
import { exportContent } from './export-run';
import { ResultRequests } from './requests';
import { PANEL_TYPE, ResultsPanel, type Going, type PanelOwner } from './results-panel';
import { registerRunCommands } from './run-commands';
import { RunHistory } from './run-history';
import { placeOrDraft, revealRun, type PlaceOfRun } from './run-place';
import { RunsTree } from './runs-tree';

/** A query that is sent, and whoever waits for it. */
export interface StartedRun {
  readonly kb: string;
  readonly query: string;
  readonly question?: string;
  readonly cancel: () => void;
}

/** How a run that goes on is told of; one of the last three ends it. */
export interface RunningView {
  progress(message: string, share?: number): void;
  show(run: Run): void;
  failed(problem: string): void;
  cancelled(): void;
}

/** All that shows what came of runs: the panels, and the runs of before. */
export class Results implements vscode.Disposable, PanelOwner {
  readonly requests: ResultRequests;
  readonly dist: vscode.Uri;
  readonly history: RunHistory;
  readonly tree: RunsTree;
  /** Runs a query again; set by whoever runs queries. */
  runner: ((place: PlaceOfRun) => unknown) | undefined;
  private readonly panels = new Set<ResultsPanel>();
  private readonly parts: readonly vscode.Disposable[];

  constructor(context: vscode.ExtensionContext, server: ServerSession) {
    this.requests = new ResultRequests(server);
    this.dist = vscode.Uri.joinPath(context.extensionUri, 'dist');
    this.history = new RunHistory(context);
    this.tree = new RunsTree(this.history);
    this.parts = [
      this.history,
      this.tree,
      ...registerRunCommands(this),
      vscode.window.registerWebviewPanelSerializer(PANEL_TYPE, {
        deserializeWebviewPanel: (view, state) => this.restore(view, state),
      }),
    ];
  }

  /** Shows a run that has ended, and keeps it. */
  show(run: Run): void {
    this.keep(run);
    this.panelForNext().show(runContent(run));
  }

  /** Shows that a run goes on, from now. The caret stays where it is. */
  running(started: StartedRun): RunningView {
    const panel = this.panelForNext();
    const going: Going = { ...started, began: Date.now() };
    panel.running(going);
    return {
      progress: (message, share) => panel.progress(going, message, share),
      show: (run) => {
        // The panel may have been closed meanwhile, or have taken up another run.
        if (panel.going !== going || !this.panels.has(panel)) {
          this.show(run);
          return;
        }
        this.keep(run);
        panel.show(runContent(run));
      },
      failed: (problem) => panel.stop(going, problem, { failed: true }),
      cancelled: () => panel.stop(going, 'The run was cancelled.', { failed: false }),
    };
  }

  /** Shows a run of before again, where it is still open or else in the next panel. */
  async open(id: string): Promise<void> {
    const shown = [...this.panels].find(({ content }) => content?.kind === 'run' && content.run.id === id);
    if (shown) {
      shown.view.reveal();
      return;
    }
    const run = await this.history.read(id);
    if (run) {
      const panel = this.panelForNext();
      panel.pinned = this.isPinned(id);
      panel.show(runContent(run));
    } else void vscode.window.showInformationMessage(TOO_LARGE);
  }

  async compare(first: string, second: string): Promise<void> {
    const [a, b] = await Promise.all([this.history.read(first), this.history.read(second)]);
    if (a && b) this.panelForNext().show(comparisonContent(a, b));
    else void vscode.window.showInformationMessage(TOO_LARGE);
  }

  async runAgain(id: string): Promise<void> {
    const run = await this.history.read(id);
    if (run) await this.again(run);
    else void vscode.window.showInformationMessage(TOO_LARGE);
  }

  /** Brings the results to the front, or says how to get some. */
  reveal(): void {
    const [panel] = [...this.panels].reverse();
    if (panel) panel.view.reveal();
    else void vscode.commands.executeCommand('funfusic.runs.focus');
  }

  pin(id: string, pinned: boolean): void {
    this.history.pin(id, pinned);
    for (const panel of this.panels)
      if (panel.content?.kind === 'run' && panel.content.run.id === id) panel.pin(pinned);
  }

  onMessage(panel: ResultsPanel, message: FromPanel): void {
    const [run] = panel.content ? runsOf(panel.content) : [];
    if (!panel.content || !run) return;
    switch (message.type) {
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        return;
      case 'pin':
        this.pin(run.id, message.pinned);
        return;
      case 'export':
        void exportContent(panel.content, message, this.requests);
        return;
      case 'runAgain':
        void this.again(run);
        return;
      case 'openQuery':
        void revealRun(run);
        return;
      case 'reveal':
        void revealRun(run, message);
        return;
      case 'openText':
        void showText(message.text);
        return;
      case 'openSchemaPage':
        void vscode.commands.executeCommand('funfusic.openSchemaPage', message.id);
        return;
      case 'ready':
      case 'ask':
      case 'drop':
      case 'cancel':
    }
  }

  onClosed(panel: ResultsPanel): void {
    this.panels.delete(panel);
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }

  private keep(run: Run): void {
    this.history.add(run);
    if (run.execution.status === 'answered' && run.execution.answer.kind === 'done')
      this.requests.forget(run.kb);
  }

  private isPinned(run: string): boolean {
    return this.history.runs.some(({ id, pinned }) => id === run && pinned);
  }

  private async again(run: Run): Promise<void> {
    const place = await placeOrDraft(run);
    if (place.document.isUntitled && place.document.uri.toString() !== run.uri)
      await vscode.window.showTextDocument(place.document, {
        viewColumn: vscode.ViewColumn.One,
        preserveFocus: true,
      });
    await this.runner?.(place);
  }

  private panelForNext(): ResultsPanel {
    const free = [...this.panels].find(({ pinned }) => !pinned);
    if (free) {
      free.view.reveal(undefined, true);
      return free;
    }
    return this.adopt(
      vscode.window.createWebviewPanel(
        PANEL_TYPE,
        'Results',
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        // A large table is not to be sent again each time its tab was behind another.
        { retainContextWhenHidden: true, enableScripts: true, localResourceRoots: [this.dist] },
      ),
    );
  }

  private adopt(view: vscode.WebviewPanel): ResultsPanel {
    const panel = new ResultsPanel(view, this);
    this.panels.add(panel);
    return panel;
  }

  /** After the window was loaded anew. */
  private async restore(view: vscode.WebviewPanel, state: unknown): Promise<void> {
    const known = asPanelState(state);
    const runs = await Promise.all((known?.runs ?? []).map((id) => this.history.read(id)));
    const [a, b] = runs;
    if (!a || (runs.length > 1 && !b)) {
      view.dispose();
      return;
    }
    const panel = this.adopt(view);
    panel.pinned = this.isPinned(a.id);
    panel.show(b ? comparisonContent(a, b) : runContent(a), known);
  }
}

const TOO_LARGE = 'This run was too large to be kept. Run its query again.';

async function showText(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Active });
}
