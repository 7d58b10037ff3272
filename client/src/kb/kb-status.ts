import * as vscode from 'vscode';
import type { RunTargetResult } from '../../../server/src/protocol/index';
import { LANGUAGE_ID, type ServerSession } from '../language-client';
import type { RunRequests } from '../run/run-requests';
import type { Runs } from '../run/runs';
import { StatusBarItem, type StatusBarView } from '../status-bar-item';
import { kbSettings } from './kb-settings';
import { viewKb } from './kb-view';

/** The time without a change of cursor or text before the server is asked. */
const UPDATE_DELAY_MS = 250;
const TICK_MS = 1000;

/** The status bar item with the KB of the query at the cursor, and the elapsed time of a run. */
export class KbStatusItem implements vscode.Disposable {
  private readonly item: StatusBarItem;
  private readonly subscriptions: readonly vscode.Disposable[];
  private editor = vscode.window.activeTextEditor;
  private target: RunTargetResult | undefined;
  private updateTimer: NodeJS.Timeout | undefined;
  private ticker: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: ServerSession,
    private readonly requests: RunRequests,
    private readonly runs: Runs,
  ) {
    this.item = new StatusBarItem(
      // This is between the language and the schema.
      { id: 'funfusic.kb', name: 'FUn-FuSIC KB', priority: 100.05 },
      (document) => this.view(document),
    );
    const update = (): void => this.scheduleUpdate();
    const isActive = (document: vscode.TextDocument): boolean =>
      document === vscode.window.activeTextEditor?.document;
    this.subscriptions = [
      server.onDidChangeState(update),
      runs.onDidChange(() => this.runsChanged()),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        // While results have the focus, the item shows the KB of the last query.
        if (!editor) return;
        this.editor = editor;
        this.target = undefined;
        update();
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (isActive(textEditor.document)) update();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isActive(document)) update();
      }),
      vscode.workspace.onDidOpenTextDocument(update),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document !== this.editor?.document) return;
        this.editor = vscode.window.activeTextEditor;
        this.target = undefined;
        update();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('funfusic')) update();
      }),
    ];
    update();
  }

  dispose(): void {
    clearTimeout(this.updateTimer);
    clearInterval(this.ticker);
    this.item.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** The KB that the query at the cursor runs on. */
  async now(): Promise<RunTargetResult | undefined> {
    const { editor } = this;
    if (editor?.document.languageId !== LANGUAGE_ID || this.server.state.kind !== 'running') return undefined;
    const caret = new vscode.Range(editor.selection.active, editor.selection.active);
    return this.requests
      .target(this.server, { document: editor.document, range: caret })
      .catch(() => undefined);
  }

  private scheduleUpdate(): void {
    clearTimeout(this.updateTimer);
    this.updateTimer = setTimeout(() => {
      void this.now().then((target) => {
        this.target = target;
        this.item.update();
      });
    }, UPDATE_DELAY_MS);
    this.item.update();
  }

  private runsChanged(): void {
    clearInterval(this.ticker);
    if (this.runs.all.length > 0) this.ticker = setInterval(() => this.item.update(), TICK_MS);
    this.item.update();
  }

  private view(document: vscode.TextDocument | undefined): StatusBarView | undefined {
    const [first] = this.runs.all;
    if (!document && !first) return undefined;
    const view = viewKb({
      target: this.target,
      chosen: kbSettings.chosen(document),
      running: first && {
        kb: first.kb,
        milliseconds: performance.now() - first.began,
        count: this.runs.all.length,
      },
    });
    return { ...view, command: 'funfusic.chooseKnowledgeBase' };
  }
}
