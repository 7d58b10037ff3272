import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { NotificationType, RequestType } from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { onNotification, request } from '../requests';
import type { RunRequests } from './run-requests';

/** Receives the events of a long request. */
export interface Watcher<Event> {
  readonly onEvent: (event: Event) => void;
  /** Receives the steps of loading a KB. */
  readonly onStep: (message: string) => void;
}

/** Sends long requests and reports their events. */
export class WatchedRequests<Event> {
  private readonly watchers = new Map<string, Watcher<Event>>();

  constructor(
    private readonly runs: RunRequests,
    private readonly notification: NotificationType<{ readonly progress: string; readonly event: Event }>,
  ) {}

  /** Must be called for each client, because a restart creates a new one. */
  listen(client: LanguageClient): void {
    onNotification(client, this.notification, ({ progress, event }) =>
      this.watchers.get(progress)?.onEvent(event),
    );
  }

  send<Params extends object, Reply>(
    server: ServerSession,
    type: RequestType<Params, Reply>,
    params: Params,
    watcher: Watcher<Event>,
    token: vscode.CancellationToken,
  ): Promise<Reply> {
    return this.runs.withProgress(
      ({ message }) => watcher.onStep(message),
      async (progress) => {
        this.watchers.set(progress, watcher);
        return request(server, type, { ...params, progress }, token).finally(() =>
          this.watchers.delete(progress),
        );
      },
    );
  }
}
