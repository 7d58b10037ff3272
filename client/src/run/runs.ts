import * as vscode from 'vscode';
import type { Run, RunTarget } from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { noResponseMessage } from '../requests';
import type { Results } from '../results/results';
import type { RunPlace, RunRequests } from './run-requests';
import { reportOutcome, showProblem } from './report-outcome';

/** A running query. */
export interface ActiveRun {
  readonly kb: string;
  readonly uri: string;
  /** Milliseconds of `performance.now()`. */
  readonly began: number;
  readonly cancel: () => void;
}

/** The context key for menus: a query is running. */
const RUNNING = 'funfusic.running';

/** The running queries that were started from the editor. */
export class Runs implements vscode.Disposable {
  private readonly active = new Map<string, ActiveRun>();
  private readonly changeEmitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changeEmitter.event;

  constructor(
    private readonly server: ServerSession,
    private readonly requests: RunRequests,
    private readonly results: Results,
  ) {}

  get all(): readonly ActiveRun[] {
    return [...this.active.values()];
  }

  /** Returns undefined if the run was stopped or could not start. A quiet run shows no notifications. */
  async run(place: RunPlace, { quiet = false } = {}): Promise<Run | undefined> {
    const target = await this.requests.target(this.server, place);
    if ('problem' in target) {
      if (!quiet) void showProblem(target.problem);
      return undefined;
    }
    return this.runOnTarget(place, target, quiet);
  }

  cancelAll(): void {
    for (const { cancel } of this.all) cancel();
  }

  dispose(): void {
    this.cancelAll();
    this.changeEmitter.dispose();
  }

  private async runOnTarget(place: RunPlace, target: RunTarget, quiet: boolean): Promise<Run | undefined> {
    const { document } = place;
    const uri = document.uri.toString();
    // Running a query again cancels its previous run.
    const key = `${uri} ${target.index}`;
    this.active.get(key)?.cancel();
    const source = new vscode.CancellationTokenSource();
    const { kb, query, question } = target;
    const run: ActiveRun = { kb, uri, began: performance.now(), cancel: () => source.cancel() };
    this.active.set(key, run);
    this.onChange();
    const { version } = document;
    const view = this.results.running({
      kb,
      query,
      ...(question !== undefined && { question }),
      cancel: run.cancel,
    });
    try {
      const result = await this.requests.run(
        this.server,
        place,
        ({ message, share }) => view.progress(message, share),
        source.token,
      );
      if ('problem' in result) {
        if (result.declined) view.cancelled(result.problem);
        else {
          view.failed(result.problem);
          if (!quiet) void showProblem(result.problem);
        }
        return undefined;
      }
      view.show(result.run);
      if (!quiet) void reportOutcome(result.run, { stillThere: document.version === version });
      return result.run;
    } catch (error) {
      if (source.token.isCancellationRequested) view.cancelled();
      else view.failed(noResponseMessage(error));
      return undefined;
    } finally {
      if (this.active.get(key) === run) this.active.delete(key);
      source.dispose();
      this.onChange();
    }
  }

  private onChange(): void {
    void vscode.commands.executeCommand('setContext', RUNNING, this.active.size > 0);
    this.changeEmitter.fire();
  }
}
