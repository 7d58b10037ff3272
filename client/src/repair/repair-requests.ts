import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  REPAIR_EVENT_NOTIFICATION,
  REPAIR_REQUEST,
  REPAIR_TARGET_REQUEST,
  type RepairEvent,
  type RepairEventParams,
  type RepairParams,
  type RepairReply,
  type RepairTargetResult,
} from '../../../server/src/protocol';
import type { ServerSession } from '../language-client';
import type { RunPlace, RunRequests } from '../run/run-requests';

export interface RepairWatcher {
  readonly onEvent: (event: RepairEvent) => void;
  /** How a KB is made ready. */
  readonly onStep: (message: string) => void;
}

/** What the client asks the server about repairing. */
export class RepairRequests {
  private readonly watchers = new Map<string, RepairWatcher>();

  constructor(private readonly runs: RunRequests) {}

  /** Each client is listened to, for a restart makes a new one. */
  listen(client: LanguageClient): void {
    client.onNotification(REPAIR_EVENT_NOTIFICATION, ({ progress, event }: RepairEventParams) =>
      this.watchers.get(progress)?.onEvent(event),
    );
  }

  async target(server: ServerSession, place: RunPlace): Promise<RepairTargetResult> {
    await server.whenReady;
    return server.client.sendRequest<RepairTargetResult>(REPAIR_TARGET_REQUEST, paramsOf(server, place));
  }

  repair(
    server: ServerSession,
    place: RunPlace,
    more: Pick<RepairParams, 'question' | 'withoutModel'>,
    watcher: RepairWatcher,
    token: vscode.CancellationToken,
  ): Promise<RepairReply> {
    return this.runs.withProgress(
      ({ message }) => watcher.onStep(message),
      async (progress) => {
        this.watchers.set(progress, watcher);
        const params: RepairParams = { ...paramsOf(server, place), ...more, progress };
        return server.client
          .sendRequest<RepairReply>(REPAIR_REQUEST, params, token)
          .finally(() => this.watchers.delete(progress));
      },
    );
  }
}

function paramsOf({ client }: ServerSession, { document, range }: RunPlace): RepairParams {
  const { code2ProtocolConverter } = client;
  return {
    textDocument: code2ProtocolConverter.asTextDocumentIdentifier(document),
    range: code2ProtocolConverter.asRange(range),
  };
}
