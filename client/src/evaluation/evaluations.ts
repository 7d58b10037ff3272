import * as vscode from 'vscode';
import {
  EVALUATION_REQUEST,
  EVALUATIONS_REQUEST,
  type EvalProgress,
  type Evaluation,
  type EvaluateEvent,
  type EvaluateParams,
  type EvaluateReply,
  type EvaluationInfo,
} from '../../../server/src/protocol/index';
import { noResponseMessage } from '../requests';
import type { EvaluationRequests } from './evaluation-requests';
import { progressText } from './evaluation-texts';
import { RunWatcher } from './run-watcher';

/** The running evaluation. */
export interface RunningEvaluation {
  /** Known after the start. */
  folder?: string;
  progress?: EvalProgress;
  /** The current step. */
  message: string;
}

/** The context key for menus: an evaluation is running. */
const EVALUATING = 'funfusic.evaluating';

/** The minimum time between two refreshes. A running evaluation changes its files all the time. */
const REFRESH_INTERVAL_MS = 1500;

/** The maximum age of the details of a running evaluation. Scoring all its questions takes long. */
const MAX_DETAILS_AGE_MS = 6000;

/** The interval at which running evaluations are checked, because a killed one changes no file. */
const POLL_INTERVAL_MS = 10_000;

interface CachedDetails {
  readonly evaluation: Promise<Evaluation | { readonly problem: string }>;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
}

/** The evaluations of this workspace, and the running one. */
export class Evaluations implements vscode.Disposable {
  private known: readonly EvaluationInfo[] = [];
  private listProblems: readonly string[] = [];
  private readonly details = new Map<string, CachedDetails>();
  /** Folders whose cached details are outdated. */
  private readonly outdated = new Set<string>();
  private current:
    | { readonly running: RunningEvaluation; readonly source: vscode.CancellationTokenSource }
    | undefined;
  private readonly listChanges = new vscode.EventEmitter<void>();
  private readonly progressChanges = new vscode.EventEmitter<void>();
  private readonly watcher = new RunWatcher(() => this.refreshSoon());
  private refreshing: Promise<void> | undefined;
  private refreshTimer: NodeJS.Timeout | undefined;
  private pollTimer: NodeJS.Timeout | undefined;
  private lastRead = 0;

  /** The list or an evaluation in it has changed. */
  readonly onDidChange = this.listChanges.event;
  /** An evaluation started, made progress or ended. */
  readonly onDidProgress = this.progressChanges.event;

  constructor(readonly requests: EvaluationRequests) {}

  get all(): readonly EvaluationInfo[] {
    return this.known;
  }

  /** One sentence for each evaluation that cannot be read. */
  get problems(): readonly string[] {
    return this.listProblems;
  }

  get running(): RunningEvaluation | undefined {
    return this.current?.running;
  }

  named(folder: string): EvaluationInfo | undefined {
    return this.known.find((one) => one.folder === folder);
  }

  /** The scores and questions of an evaluation, cached until they change. */
  one(folder: string): Promise<Evaluation | { readonly problem: string }> {
    const known = this.details.get(folder);
    if (known) return known.evaluation;
    const evaluation = this.requests.ask(EVALUATION_REQUEST, { folder }).catch((error: unknown) => {
      this.details.delete(folder);
      return { problem: noResponseMessage(error) };
    });
    this.details.set(folder, { evaluation, at: performance.now() });
    return evaluation;
  }

  /** The list, which is read on first use. Later changes fire `onDidChange`. */
  async listed(): Promise<readonly EvaluationInfo[]> {
    if (this.lastRead === 0) await this.refresh();
    return this.known;
  }

  /** Reads the list again. Unchanged evaluations stay cached. */
  refresh(): Promise<void> {
    this.refreshing ??= this.read().finally(() => {
      this.refreshing = undefined;
      this.lastRead = performance.now();
      clearTimeout(this.pollTimer);
      if (this.known.some(({ state }) => state === 'running'))
        this.pollTimer = setTimeout(() => this.refreshSoon(), POLL_INTERVAL_MS);
    });
    return this.refreshing;
  }

  /** Runs an evaluation and reports its progress. The caller makes sure that no other one is running. */
  async start(
    params: EvaluateParams,
    onProgress: (message: string, share: number | undefined) => void,
    token: vscode.CancellationToken,
  ): Promise<EvaluateReply> {
    const source = new vscode.CancellationTokenSource();
    const running: RunningEvaluation = { message: vscode.l10n.t('Preparing') };
    const current = { running, source };
    this.current = current;
    this.fireProgress();
    const cancelled = token.onCancellationRequested(() => source.cancel());
    const report = (message: string, share?: number): void => {
      if (source.token.isCancellationRequested) return;
      running.message = message;
      onProgress(message, share);
      this.fireProgress();
    };
    const onEvent = (event: EvaluateEvent): void => {
      if (event.type === 'began') running.folder = event.folder;
      else {
        running.progress = event.progress;
        report(progressText(event.progress), event.progress.done / Math.max(event.progress.total, 1));
      }
      this.refreshSoon();
    };
    try {
      return await this.requests.evaluate(params, { onEvent, onStep: report }, source.token);
    } catch (error) {
      const problem = vscode.l10n.t(
        'The language server stopped before the evaluation finished: {0}. Completed questions are saved.',
        String(error),
      );
      return { problem, ...(running.folder !== undefined && { folder: running.folder }) };
    } finally {
      cancelled.dispose();
      source.dispose();
      this.current = undefined;
      this.fireProgress();
      await this.refresh().catch(() => undefined);
    }
  }

  /** Returns whether an evaluation was running. */
  stop(): boolean {
    if (!this.current) return false;
    this.current.running.message = vscode.l10n.t('Stopping');
    this.current.source.cancel();
    this.fireProgress();
    return true;
  }

  dispose(): void {
    this.stop();
    clearTimeout(this.refreshTimer);
    clearTimeout(this.pollTimer);
    this.watcher.dispose();
    this.listChanges.dispose();
    this.progressChanges.dispose();
  }

  private async read(): Promise<void> {
    const { folder, evaluations, problems } = await this.requests.ask(EVALUATIONS_REQUEST, {});
    this.watcher.watch(folder);
    const before = new Map(this.known.map((info) => [info.folder, JSON.stringify(info)]));
    const changed = evaluations.filter((info) => before.get(info.folder) !== JSON.stringify(info));
    const isUnchanged =
      changed.length === 0 &&
      this.outdated.size === 0 &&
      evaluations.length === this.known.length &&
      problems.join('\n') === this.listProblems.join('\n');
    if (isUnchanged) return;
    for (const info of changed) this.outdated.add(info.folder);
    this.known = evaluations;
    this.listProblems = problems;
    this.forgetOutdated();
    this.listChanges.fire();
  }

  private forgetOutdated(): void {
    for (const folder of this.outdated) {
      const { at = -Infinity } = this.details.get(folder) ?? {};
      const isRecent = performance.now() - at < MAX_DETAILS_AGE_MS;
      if (isRecent && this.named(folder)?.state === 'running') continue;
      this.details.delete(folder);
      this.outdated.delete(folder);
    }
  }

  private refreshSoon(): void {
    this.refreshTimer ??= setTimeout(
      () => {
        this.refreshTimer = undefined;
        this.refresh().catch(() => undefined);
      },
      Math.max(0, this.lastRead + REFRESH_INTERVAL_MS - performance.now()),
    );
  }

  private fireProgress(): void {
    void vscode.commands.executeCommand('setContext', EVALUATING, this.current !== undefined);
    this.progressChanges.fire();
  }
}
