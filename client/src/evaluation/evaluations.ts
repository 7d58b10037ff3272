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
import type { EvaluationRequests } from './evaluation-requests';
import { progressText } from './evaluation-texts';
import { RunWatcher } from './run-watcher';

/** The running evaluation. */
export interface RunningEvaluation {
  /** Known once it is begun. */
  folder?: string;
  progress?: EvalProgress;
  /** What happens now, in a few words. */
  message: string;
}

/** The context key by which menus know that something can be stopped. */
const EVALUATING = 'funfusic.evaluating';

/** The minimum time between two refreshes. A running evaluation changes its files all the time. */
const PAUSE_MS = 1500;

/** Scoring all questions of one that runs takes a while: its list of questions may be as old as this. */
const DETAILS_MS = 6000;

/** A killed evaluation changes no file, so running ones are checked at this interval. */
const LOOK_AGAIN_MS = 10_000;

interface Details {
  readonly asked: Promise<Evaluation | { readonly problem: string }>;
  /** Milliseconds of `performance.now()`, which no change of the clock moves. */
  readonly at: number;
}

/** The evaluations of this workspace, and the running one. */
export class Evaluations implements vscode.Disposable {
  private known: readonly EvaluationInfo[] = [];
  private spoilt: readonly string[] = [];
  private readonly details = new Map<string, Details>();
  /** Folders whose cached details are outdated. */
  private readonly outdated = new Set<string>();
  private current:
    | { readonly running: RunningEvaluation; readonly source: vscode.CancellationTokenSource }
    | undefined;
  private readonly listChanges = new vscode.EventEmitter<void>();
  private readonly progressChanges = new vscode.EventEmitter<void>();
  private readonly watcher = new RunWatcher(() => this.refreshSoon());
  private reading: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private again: NodeJS.Timeout | undefined;
  private lastRead = 0;

  /** The list or an evaluation in it has changed. */
  readonly onDidChange = this.listChanges.event;
  /** An evaluation started, made progress or ended. */
  readonly onDidProgress = this.progressChanges.event;

  constructor(readonly requests: EvaluationRequests) {}

  get all(): readonly EvaluationInfo[] {
    return this.known;
  }

  /** What there is besides and cannot be read. */
  get problems(): readonly string[] {
    return this.spoilt;
  }

  get running(): RunningEvaluation | undefined {
    return this.current?.running;
  }

  named(folder: string): EvaluationInfo | undefined {
    return this.known.find((one) => one.folder === folder);
  }

  /** Its scores and questions; remembered until they are others. */
  one(folder: string): Promise<Evaluation | { readonly problem: string }> {
    const known = this.details.get(folder);
    if (known) return known.asked;
    const asked = this.requests.ask(EVALUATION_REQUEST, { folder }).catch((error: unknown) => {
      this.details.delete(folder);
      return { problem: vscode.l10n.t('The language server did not respond: {0}.', String(error)) };
    });
    this.details.set(folder, { asked, at: performance.now() });
    return asked;
  }

  /** Reads the list once; later changes fire `onDidChange`. */
  async listed(): Promise<readonly EvaluationInfo[]> {
    if (this.lastRead === 0) await this.refresh();
    return this.known;
  }

  /** Reads the list again. Unchanged evaluations stay cached. */
  refresh(): Promise<void> {
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
      this.lastRead = performance.now();
      clearTimeout(this.again);
      if (this.known.some(({ state }) => state === 'running'))
        this.again = setTimeout(() => this.refreshSoon(), LOOK_AGAIN_MS);
    });
    return this.reading;
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
    this.progressed();
    const cancelled = token.onCancellationRequested(() => source.cancel());
    const tell = (message: string, share?: number): void => {
      if (source.token.isCancellationRequested) return;
      running.message = message;
      onProgress(message, share);
      this.progressed();
    };
    const onEvent = (event: EvaluateEvent): void => {
      if (event.type === 'began') running.folder = event.folder;
      else {
        running.progress = event.progress;
        tell(progressText(event.progress), event.progress.done / Math.max(event.progress.total, 1));
      }
      this.refreshSoon();
    };
    try {
      return await this.requests.evaluate(params, { onEvent, onStep: tell }, source.token);
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
      this.progressed();
      await this.refresh().catch(() => undefined);
    }
  }

  /** True if an evaluation was running. */
  stop(): boolean {
    if (!this.current) return false;
    this.current.running.message = vscode.l10n.t('Stopping');
    this.current.source.cancel();
    this.progressed();
    return true;
  }

  dispose(): void {
    this.stop();
    clearTimeout(this.timer);
    clearTimeout(this.again);
    this.watcher.dispose();
    this.listChanges.dispose();
    this.progressChanges.dispose();
  }

  private async read(): Promise<void> {
    const { folder, evaluations, problems } = await this.requests.ask(EVALUATIONS_REQUEST, {});
    this.watcher.watch(folder);
    const before = new Map(this.known.map((info) => [info.folder, JSON.stringify(info)]));
    const changed = evaluations.filter((info) => before.get(info.folder) !== JSON.stringify(info));
    const isSame =
      changed.length === 0 &&
      this.outdated.size === 0 &&
      evaluations.length === this.known.length &&
      problems.join('\n') === this.spoilt.join('\n');
    if (isSame) return;
    for (const { folder: changedOne } of changed) this.outdated.add(changedOne);
    this.known = evaluations;
    this.spoilt = problems;
    this.forgetOutdated();
    this.listChanges.fire();
  }

  private forgetOutdated(): void {
    for (const folder of this.outdated) {
      const { at = -Infinity } = this.details.get(folder) ?? {};
      const isRecent = performance.now() - at < DETAILS_MS;
      if (isRecent && this.named(folder)?.state === 'running') continue;
      this.details.delete(folder);
      this.outdated.delete(folder);
    }
  }

  private refreshSoon(): void {
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        this.refresh().catch(() => undefined);
      },
      Math.max(0, this.lastRead + PAUSE_MS - performance.now()),
    );
  }

  private progressed(): void {
    void vscode.commands.executeCommand('setContext', EVALUATING, this.current !== undefined);
    this.progressChanges.fire();
  }
}
