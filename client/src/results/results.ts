import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { RepairTrace, Run } from '../../../server/src/protocol/index';
import { asPanelState, type Explained, type FromPanel, type Running } from '../../shared/messages';
import type { ServerSession } from '../language-client';
import { changeSetting } from './change-setting';
import {
  comparisonContent,
  familyOf,
  heldContent,
  keyOfContent,
  type AskedContent,
  type Family,
} from './content';
import { onExplanationMessage, watchExplanations } from './explanation-actions';
import { interruptedIn, tellInterrupted } from './interrupted';
import { ResultRequests } from './requests';
import { PANEL_TYPE, ResultsPanel, type Going, type PanelOwner } from './results-panel';
import { registerRunCommands } from './run-commands';
import { RunHistory } from './run-history';
import { onTableMessage } from './run-actions';
import { placeOrDraft, type PlaceOfRun } from './run-place';
import { RunsTree } from './runs-tree';
import { isRun, type Held, type HeldTrace } from './store-policy';
import { onTraceMessage, showDraft } from './trace-actions';

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
  cancelled(reason?: string): void;
}

/** All that shows what came of runs, repairs, explanations and questions: the panels, and those of before. */
export class Results implements vscode.Disposable, PanelOwner {
  readonly requests: ResultRequests;
  readonly dist: vscode.Uri;
  readonly history: RunHistory;
  /** The questions that were asked. */
  readonly questions: RunHistory;
  readonly tree: RunsTree;
  /** Runs a query again; set by whoever runs queries. */
  runner: ((place: PlaceOfRun) => unknown) | undefined;
  /** Does what the page of a question wants; set by whoever asks questions. */
  onAsked:
    ((panel: ResultsPanel, content: AskedContent | undefined, message: FromPanel) => unknown) | undefined;
  private readonly panels = new Set<ResultsPanel>();
  /** Those that were told of, so that none is kept twice. */
  private readonly traces = new WeakMap<RepairTrace, HeldTrace>();
  private readonly parts: readonly vscode.Disposable[];

  constructor(
    context: vscode.ExtensionContext,
    server: ServerSession,
    readonly log: vscode.LogOutputChannel,
  ) {
    this.requests = new ResultRequests(server);
    this.dist = vscode.Uri.joinPath(context.extensionUri, 'dist');
    const warn = (message: string): void => log.warn(message);
    this.history = new RunHistory(context, {
      folder: 'runs',
      setting: 'results.keepRuns',
      most: 50,
      log: warn,
    });
    this.questions = new RunHistory(context, {
      folder: 'questions',
      setting: 'ask.keepQuestions',
      most: 100,
      log: warn,
    });
    this.tree = new RunsTree(this.history);
    this.parts = [
      this.history,
      this.questions,
      this.tree,
      ...registerRunCommands(this),
      watchExplanations(() => this.panels),
      vscode.window.registerWebviewPanelSerializer(PANEL_TYPE, {
        deserializeWebviewPanel: (view, state) => this.restore(view, state),
      }),
    ];
  }

  /** Shows a run that has ended, and keeps it. */
  show(run: Run): void {
    this.keep(run);
    this.panelForNext('table').show(heldContent(run));
  }

  /** Keeps how a query was repaired, so that it is listed. */
  keepTrace(trace: RepairTrace, where: Pick<Run, 'uri' | 'range'>): HeldTrace {
    const known = this.traces.get(trace);
    if (known) return known;
    const held = { kind: 'trace', id: randomUUID(), trace, uri: where.uri, range: where.range } as const;
    this.traces.set(trace, held);
    this.history.add(held);
    return held;
  }

  /** Shows how a query was repaired, where it is open already or else in the next panel. */
  showTrace(trace: RepairTrace, where: Pick<Run, 'uri' | 'range'>): void {
    const held = this.keepTrace(trace, where);
    const shown = this.showing(held.id);
    if (shown) shown.view.reveal();
    else this.panelForNext('trace').show({ kind: 'trace', held });
  }

  /** Shows a query in words, until it changes. It is not kept: to explain it again costs nothing that was not known. */
  showExplanation(explained: Explained, uri: string): void {
    this.panelForNext('explanation').show({ kind: 'explanation', explained, uri });
  }

  /** Shows that a run goes on, from now. The caret stays where it is. */
  running(started: StartedRun): RunningView {
    const panel = this.panelForNext('table');
    const began = performance.now();
    const { cancel, ...about } = started;
    let step: Pick<Running, 'message' | 'share'> = {};
    const going: Going = {
      cancel,
      told: () => ({ type: 'running', running: { ...about, ...step, elapsed: performance.now() - began } }),
    };
    panel.running(going);
    return {
      progress: (message, share) => {
        step = { message, ...(share !== undefined && { share }) };
        panel.progress(going, going.told());
      },
      show: (run) => {
        // The panel may have been closed meanwhile, or have taken up another run.
        if (panel.going !== going || !this.isOpen(panel)) {
          this.show(run);
          return;
        }
        this.keep(run);
        panel.show(heldContent(run));
      },
      failed: (problem) => panel.stop(going, problem, { failed: true }),
      cancelled: (reason = vscode.l10n.t('The run was cancelled.')) =>
        panel.stop(going, reason, { failed: false }),
    };
  }

  /** Shows a run, a repair or a question of before again, where it is still open or else in the next panel. */
  async open(id: string, { preserveFocus = false } = {}): Promise<void> {
    const shown = this.showing(id);
    if (shown) {
      shown.view.reveal(undefined, preserveFocus);
      return;
    }
    const held = await this.read(id);
    if (held) {
      const content = heldContent(held, this.questions.runs);
      const panel = this.panelForNext(familyOf(content));
      panel.pinned = this.isPinned(id);
      panel.show(content);
    } else void vscode.window.showInformationMessage(TOO_LARGE());
  }

  async compare(first: string, second: string): Promise<void> {
    const [a, b] = await Promise.all([this.history.read(first), this.history.read(second)]);
    if (a && b && isRun(a) && isRun(b)) this.panelForNext('table').show(comparisonContent(a, b));
    else void vscode.window.showInformationMessage(TOO_LARGE());
  }

  async runAgain(id: string): Promise<void> {
    const run = await this.history.read(id);
    if (run && isRun(run)) await this.again(run);
    else if (!run) void vscode.window.showInformationMessage(TOO_LARGE());
  }

  /** Brings the results to the front, or says how to get some. */
  reveal(): void {
    const [panel] = [...this.panels].reverse();
    if (panel) panel.view.reveal();
    else void vscode.commands.executeCommand('funfusic.runs.focus');
  }

  pin(id: string, pinned: boolean): void {
    for (const history of [this.history, this.questions]) if (history.has(id)) history.pin(id, pinned);
    this.showing(id)?.pin(pinned);
  }

  onMessage(panel: ResultsPanel, message: FromPanel): void {
    const { content } = panel;
    if (!content) {
      // The first question may not have been answered yet, or was stopped.
      if (panel.family === 'asked') this.onAsked?.(panel, undefined, message);
      return;
    }
    switch (message.type) {
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        return;
      case 'pin':
        this.pin(keyOfContent(content), message.pinned);
        return;
      case 'openText':
        void showText(message.text);
        return;
      case 'openDraft':
        void showDraft(message.query);
        return;
      case 'openSchemaPage':
        void vscode.commands.executeCommand('funfusic.openSchemaPage', message.id);
        return;
      case 'changeSetting':
        void changeSetting(message.setting);
        return;
      default:
        if (content.kind === 'asked') this.onAsked?.(panel, content, message);
        else if (content.kind === 'trace') void onTraceMessage(this, content, message);
        else if (content.kind === 'explanation') void onExplanationMessage(content, message);
        else void onTableMessage(this, content, message);
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
    return [...this.history.runs, ...this.questions.runs].some(({ id, pinned }) => id === run && pinned);
  }

  private async read(id: string): Promise<Held | undefined> {
    return (await this.history.read(id)) ?? this.questions.read(id);
  }

  async again(run: Run): Promise<void> {
    const place = await placeOrDraft(run);
    if (place.document.isUntitled && place.document.uri.toString() !== run.uri)
      await vscode.window.showTextDocument(place.document, {
        viewColumn: vscode.ViewColumn.One,
        preserveFocus: true,
      });
    await this.runner?.(place);
  }

  isOpen(panel: ResultsPanel): boolean {
    return this.panels.has(panel);
  }

  private showing(id: string): ResultsPanel | undefined {
    return [...this.panels].find(({ content }) => content !== undefined && keyOfContent(content) === id);
  }

  /** Tables, repairs and explanations stand in panels of their own, so that none takes the place of another. */
  panelForNext(family: Family): ResultsPanel {
    const free = [...this.panels].find((panel) => !panel.pinned && panel.family === family);
    if (free) {
      free.view.reveal(undefined, true);
      return free;
    }
    const [other] = this.panels;
    return this.adopt(
      vscode.window.createWebviewPanel(
        PANEL_TYPE,
        TITLES()[family],
        { viewColumn: other?.view.viewColumn ?? vscode.ViewColumn.Beside, preserveFocus: true },
        // A large table is not to be sent again each time its tab was behind another.
        { retainContextWhenHidden: true, enableScripts: true, localResourceRoots: [this.dist] },
      ),
      family,
    );
  }

  private adopt(view: vscode.WebviewPanel, family: Family): ResultsPanel {
    const panel = new ResultsPanel(view, this, family);
    this.panels.add(panel);
    return panel;
  }

  /** After the window was loaded anew. */
  private async restore(view: vscode.WebviewPanel, state: unknown): Promise<void> {
    const known = asPanelState(state);
    const kept = await Promise.all((known?.runs ?? []).map((id) => this.read(id)));
    const [a, b] = kept;
    const both = a && b && isRun(a) && isRun(b);
    const interrupted = interruptedIn(known);
    if (!a && interrupted) {
      tellInterrupted(this.adopt(view, 'asked'), interrupted);
      return;
    }
    if (!a || (kept.length > 1 && !both)) {
      view.dispose();
      return;
    }
    const content = both ? comparisonContent(a, b) : heldContent(a, this.questions.runs);
    const panel = this.adopt(view, familyOf(content));
    panel.pinned = this.isPinned(a.id);
    panel.show(content, known);
    if (interrupted) tellInterrupted(panel, interrupted);
  }
}

const TITLES = (): Readonly<Record<Family, string>> => ({
  table: vscode.l10n.t('Results'),
  trace: vscode.l10n.t('Repair'),
  explanation: vscode.l10n.t('Explanation'),
  asked: vscode.l10n.t('Ask'),
});

const TOO_LARGE = (): string =>
  vscode.l10n.t('This entry was too large to save. Run the query, repair it, or ask the question again.');

async function showText(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Active });
}
