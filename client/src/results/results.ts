import * as vscode from 'vscode';
import type { Run } from '../../../server/src/protocol';
import type { FromPanel } from '../../shared/messages';
import type { ServerSession } from '../language-client';
import { comparisonContent, runContent } from './content';
import { ResultRequests } from './requests';
import { PANEL_TYPE, ResultsPanel, type Going, type PanelOwner } from './results-panel';

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
  private readonly panels = new Set<ResultsPanel>();
  private readonly parts: readonly vscode.Disposable[];

  constructor(context: vscode.ExtensionContext, server: ServerSession) {
    this.requests = new ResultRequests(server);
    this.dist = vscode.Uri.joinPath(context.extensionUri, 'dist');
    this.parts = [
      vscode.window.registerWebviewPanelSerializer(PANEL_TYPE, {
        deserializeWebviewPanel: (view) => this.restore(view),
      }),
    ];
  }

  /** Shows a run that has ended, and keeps it. */
  show(run: Run): void {
    this.panelForNext().show(runContent(run));
  }

  /** Shows that a run goes on, from now. The caret stays where it is. */
  running(started: StartedRun): RunningView {
    const panel = this.panelForNext();
    const going: Going = { ...started, began: Date.now() };
    panel.running(going);
    return {
      progress: (message, share) => panel.progress(going, message, share),
      show: (run) => (panel.going === going ? panel.show(runContent(run)) : this.show(run)),
      failed: (problem) => panel.stop(going, problem, { failed: true }),
      cancelled: () => panel.stop(going, 'The run was cancelled.', { failed: false }),
    };
  }

  compare(a: Run, b: Run): void {
    this.panelForNext().show(comparisonContent(a, b));
  }

  onMessage(panel: ResultsPanel, message: FromPanel): void {
    if (message.type === 'copy') void vscode.env.clipboard.writeText(message.text);
    if (message.type === 'pin') panel.pin(message.pinned);
  }

  onClosed(panel: ResultsPanel): void {
    this.panels.delete(panel);
  }

  dispose(): void {
    for (const part of [...this.parts, ...this.panels]) part.dispose();
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

  private restore(view: vscode.WebviewPanel): Promise<void> {
    view.dispose();
    return Promise.resolve();
  }
}
