import * as vscode from 'vscode';
import type { RdfTerm, RepairTrace, Run } from '../../../server/src/protocol/index';
import {
  asPanelState,
  type ExplainedQuery,
  type FromPanel,
  type PanelState,
  type RunningQuery,
} from '../../shared/messages';
import type { ServerSession } from '../language-client';
import { changeSetting } from './change-setting';
import {
  comparisonContent,
  familyOf,
  contentOf,
  contentKey,
  runsOf,
  type AnswerContent,
  type PanelFamily,
  type TableContent,
} from './content';
import { onExplanationMessage, watchExplanations } from './explanation-actions';
import { exportContent, exportGraph } from './export-run';
import { ResultRequests } from './result-requests';
import { PANEL_TYPE, ResultsPanel, type PendingContent, type PanelOwner } from './results-panel';
import { PanelPlacement } from './panel-placement';
import { registerRunCommands } from './run-commands';
import { RunHistory } from './run-history';
import { changeRunQuery, findOrOpenQuery, revealRun, type RunLocation } from './query-location';
import { RunsTree } from './runs-tree';
import { isRun, type SavedResult, type SavedRepair } from './saved-results';
import { onTraceMessage, showDraft } from './trace-actions';
import { openUntitled } from '../untitled';

/** A query that was sent. */
export interface StartedRun {
  readonly kb: string;
  readonly query: string;
  readonly question?: string;
  readonly cancel: () => void;
}

/** Shows the progress of a run. Each of the last three methods ends it. */
export interface RunningView {
  progress(message: string, share?: number): void;
  show(run: Run): void;
  failed(problem: string): void;
  cancelled(reason?: string): void;
}

/** Shows the results of runs, repairs, explanations and questions in panels, and keeps their history. */
export class Results implements vscode.Disposable, PanelOwner {
  readonly requests: ResultRequests;
  readonly dist: vscode.Uri;
  readonly history: RunHistory;
  /** Earlier questions. */
  readonly questions: RunHistory;
  readonly tree: RunsTree;
  /** Runs a query again; set by the code that runs queries. */
  runner: ((place: RunLocation) => unknown) | undefined;
  /** Inserts a term into the last query; set by the code that inserts names. */
  inserter: ((term: RdfTerm) => unknown) | undefined;
  /** Handles messages of the question page; set by the code that asks questions. */
  onQuestionMessage:
    | ((panel: ResultsPanel, content: AnswerContent | undefined, message: FromPanel) => unknown)
    | undefined;
  private readonly panels = new Set<ResultsPanel>();
  private readonly placement = new PanelPlacement();
  /** Saved traces, so that none is saved twice. */
  private readonly traces = new WeakMap<RepairTrace, SavedRepair>();
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
      defaultLimit: 50,
      log: warn,
    });
    this.questions = new RunHistory(context, {
      folder: 'questions',
      setting: 'ask.keepQuestions',
      defaultLimit: 100,
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

  /** Shows a finished run and saves it. */
  show(run: Run): void {
    this.keep(run);
    this.panelFor('table').show(contentOf(run));
  }

  /** Saves the trace of a repair, so that it is listed. */
  saveTrace(trace: RepairTrace, where: Pick<Run, 'uri' | 'range'>): SavedRepair {
    const known = this.traces.get(trace);
    if (known) return known;
    const saved = {
      kind: 'trace',
      id: crypto.randomUUID(),
      trace,
      uri: where.uri,
      range: where.range,
    } as const;
    this.traces.set(trace, saved);
    this.history.add(saved);
    return saved;
  }

  /** Shows the trace of a repair in its open panel or in the next one. */
  showTrace(trace: RepairTrace, where: Pick<Run, 'uri' | 'range'>): void {
    const saved = this.saveTrace(trace, where);
    const shown = this.showing(saved.id);
    if (shown) shown.view.reveal();
    else this.panelFor('trace').show({ kind: 'trace', saved });
  }

  /** Shows the description of a query. It is not saved, because it can be created again at no cost. */
  showExplanation(explained: ExplainedQuery, uri: string): void {
    this.panelFor('explanation').show({ kind: 'explanation', explained, uri });
  }

  /** Shows a running query. The focus does not move. */
  running(started: StartedRun): RunningView {
    const panel = this.panelFor('table');
    const began = performance.now();
    const { cancel, ...query } = started;
    let step: Pick<RunningQuery, 'message' | 'share'> = {};
    const pending: PendingContent = {
      cancel,
      state: () => ({ type: 'running', running: { ...query, ...step, elapsed: performance.now() - began } }),
    };
    panel.running(pending);
    return {
      progress: (message, share) => {
        step = { message, ...(share !== undefined && { share }) };
        panel.progress(pending, pending.state());
      },
      show: (run) => {
        // The panel may be closed, or show another run.
        if (panel.pending !== pending || !this.isOpen(panel)) {
          this.show(run);
          return;
        }
        this.keep(run);
        panel.show(contentOf(run));
      },
      failed: (problem) => panel.stop(pending, problem, { failed: true }),
      cancelled: (reason = vscode.l10n.t('The run was cancelled.')) =>
        panel.stop(pending, reason, { failed: false }),
    };
  }

  /** Shows an earlier run, repair or question in its open panel or in the next one. */
  async open(id: string, { preserveFocus = false } = {}): Promise<void> {
    const shown = this.showing(id);
    if (shown) {
      shown.view.reveal(undefined, preserveFocus);
      return;
    }
    const saved = await this.read(id);
    if (saved) {
      const content = contentOf(saved, this.questions.runs);
      const panel = this.panelFor(familyOf(content));
      panel.pinned = this.isPinned(id);
      panel.show(content);
    } else this.reportMissing();
  }

  async compare(first: string, second: string): Promise<void> {
    const [a, b] = await Promise.all([this.history.read(first), this.history.read(second)]);
    if (a && b && isRun(a) && isRun(b)) this.panelFor('table').show(comparisonContent(a, b));
    else this.reportMissing();
  }

  async runAgain(id: string): Promise<void> {
    const run = await this.history.read(id);
    if (run && isRun(run)) await this.runSavedQuery(run);
    else if (!run) this.reportMissing();
  }

  private reportMissing(): void {
    for (const history of [this.history, this.questions]) history.refresh();
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'This entry was too large to save, or another window deleted it. Run the query, repair it, or ask the question again.',
      ),
    );
  }

  /** Shows the last panel, or the Runs view. */
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
      if (panel.family === 'asked') this.onQuestionMessage?.(panel, undefined, message);
      return;
    }
    switch (message.type) {
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        return;
      case 'exportGraph':
        void exportGraph(message);
        return;
      case 'insertTerm':
        this.inserter?.(message.term);
        return;
      case 'pin':
        this.pin(contentKey(content), message.pinned);
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
        if (content.kind === 'asked') this.onQuestionMessage?.(panel, content, message);
        else if (content.kind === 'trace') void onTraceMessage(this, content, message);
        else if (content.kind === 'explanation') void onExplanationMessage(content, message);
        else void onTableMessage(this, content, message);
    }
  }

  onReady({ view }: ResultsPanel, { width, windowWidth }: FromPanel & { readonly type: 'ready' }): void {
    this.placement.measured(view, width, windowWidth);
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

  private async read(id: string): Promise<SavedResult | undefined> {
    return (await this.history.read(id)) ?? this.questions.read(id);
  }

  async runSavedQuery(run: Run): Promise<void> {
    const place = await findOrOpenQuery(run);
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
    return [...this.panels].find(({ content }) => content !== undefined && contentKey(content) === id);
  }

  /** Each kind of content has its own panel, so that none replaces another. */
  panelFor(family: PanelFamily): ResultsPanel {
    const free = [...this.panels].find((panel) => !panel.pinned && panel.family === family);
    if (free) {
      this.placement.reveal(free.view);
      return free;
    }
    const { isBeside, ...options } = this.placement.showOptions([...this.panels].map((panel) => panel.view));
    const view = vscode.window.createWebviewPanel(
      PANEL_TYPE,
      panelTitles()[family],
      options,
      // Otherwise a large table would be sent again each time its tab is shown.
      { retainContextWhenHidden: true, enableScripts: true, localResourceRoots: [this.dist] },
    );
    if (isBeside) this.placement.opened(view);
    return this.adopt(view, family);
  }

  private adopt(view: vscode.WebviewPanel, family: PanelFamily): ResultsPanel {
    const panel = new ResultsPanel(view, this, family);
    this.panels.add(panel);
    return panel;
  }

  /** Restores a panel after the window reloads. */
  private async restore(view: vscode.WebviewPanel, state: unknown): Promise<void> {
    const panelState = asPanelState(state);
    const saved = await Promise.all((panelState?.runs ?? []).map((id) => this.read(id)));
    const [a, b] = saved;
    const isComparison = a && b && isRun(a) && isRun(b);
    const interrupted = interruptedIn(panelState);
    if (!a && interrupted) {
      showInterrupted(this.adopt(view, 'asked'), interrupted);
      return;
    }
    if (!a || (saved.length > 1 && !isComparison)) {
      view.dispose();
      return;
    }
    const content = isComparison ? comparisonContent(a, b) : contentOf(a, this.questions.runs);
    const panel = this.adopt(view, familyOf(content));
    panel.pinned = this.isPinned(a.id);
    panel.show(content, panelState);
    if (interrupted) showInterrupted(panel, interrupted);
  }
}

const panelTitles = (): Readonly<Record<PanelFamily, string>> => ({
  table: vscode.l10n.t('Results'),
  trace: vscode.l10n.t('Repair'),
  explanation: vscode.l10n.t('Explanation'),
  asked: vscode.l10n.t('Ask'),
});

async function showText(content: string): Promise<void> {
  const document = await openUntitled(content);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Active });
}

/** The question that was running when the window was closed. */
function interruptedIn(state: PanelState | undefined): PendingContent | undefined {
  const { question, kb } = state?.asked?.going ?? {};
  if (typeof question !== 'string' || typeof kb !== 'string') return undefined;
  return {
    cancel: () => undefined,
    title: question,
    state: () => ({ type: 'asking', asking: { question, kb, elapsed: 0, events: [] } }),
  };
}

/** Offers to ask it again. This is not automatic, because it may cost money. */
function showInterrupted(panel: ResultsPanel, question: PendingContent): void {
  panel.running(question);
  panel.stop(
    question,
    vscode.l10n.t('The window was closed before this question was answered. Ask it again.'),
    {
      failed: false,
    },
  );
}

/** Handles a message of a panel with results. */
async function onTableMessage(results: Results, content: TableContent, message: FromPanel): Promise<void> {
  const [run] = runsOf(content);
  if (message.type === 'export') await exportContent(content, message, results.requests);
  else if (message.type === 'runAgain') await results.runSavedQuery(run);
  else if (message.type === 'openQuery') await revealRun(run);
  else if (message.type === 'reveal') await revealRun(run, message);
  else if (message.type === 'changeQuery') await changeRunQuery(run, message.edits);
}
