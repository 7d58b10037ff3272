import * as vscode from 'vscode';
import type { Run, RunTarget } from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import type { Results } from '../results/results';
import type { RunPlace, RunRequests } from './run-requests';
import { tellOutcome, tellProblem } from './tell-outcome';

/** A run that has not ended. */
export interface GoingRun {
  readonly kb: string;
  readonly uri: string;
  /** Milliseconds of `performance.now()`. */
  readonly began: number;
  readonly cancel: () => void;
}

/** The context key by which menus know that something can be stopped. */
const RUNNING = 'funfusic.running';

/** The runs that were begun from the editor and go on. */
export class Runs implements vscode.Disposable {
  private readonly going = new Map<string, GoingRun>();
  private readonly changeEmitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changeEmitter.event;

  constructor(
    private readonly server: ServerSession,
    private readonly requests: RunRequests,
    private readonly results: Results,
  ) {}

  get all(): readonly GoingRun[] {
    return [...this.going.values()];
  }

  /** What came of it; undefined where it was stopped, or could not be begun. */
  async run(place: RunPlace): Promise<Run | undefined> {
    const target = await this.requests.target(this.server, place);
    if ('problem' in target) {
      void tellProblem(target.problem);
      return undefined;
    }
    return this.carryOut(place, target);
  }

  cancelAll(): void {
    for (const { cancel } of this.all) cancel();
  }

  dispose(): void {
    this.cancelAll();
    this.changeEmitter.dispose();
  }

  private async carryOut(place: RunPlace, target: RunTarget): Promise<Run | undefined> {
    const { document } = place;
    const uri = document.uri.toString();
    // Whoever runs a query again has changed it, or has lost patience: of one query only the last run goes on.
    const key = `${uri} ${target.index}`;
    this.going.get(key)?.cancel();
    const source = new vscode.CancellationTokenSource();
    const { kb, query, question } = target;
    const run: GoingRun = { kb, uri, began: performance.now(), cancel: () => source.cancel() };
    this.going.set(key, run);
    this.changed();
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
          void tellProblem(result.problem);
        }
        return undefined;
      }
      view.show(result.run);
      void tellOutcome(result.run, { stillThere: document.version === version });
      return result.run;
    } catch (error) {
      if (source.token.isCancellationRequested) view.cancelled();
      else
        view.failed(
          vscode.l10n.t('The language server did not respond: {0}. Run the query again.', String(error)),
        );
      return undefined;
    } finally {
      if (this.going.get(key) === run) this.going.delete(key);
      source.dispose();
      this.changed();
    }
  }

  private changed(): void {
    void vscode.commands.executeCommand('setContext', RUNNING, this.going.size > 0);
    this.changeEmitter.fire();
  }
}
