import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  REPAIR_EVENT_NOTIFICATION,
  REPAIR_REQUEST,
  REPAIR_TARGET_REQUEST,
  type RepairEvent,
  type RepairParams,
  type RepairReply,
  type RepairTargetResult,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { request } from '../requests';
import type { RunPlace, RunRequests } from '../run/run-requests';
import { WatchedRequests, type Watcher } from '../run/watched-requests';

/** Requests to the server about repairs. */
export class RepairRequests {
  private readonly watched: WatchedRequests<RepairEvent>;

  constructor(runs: RunRequests) {
    this.watched = new WatchedRequests(runs, REPAIR_EVENT_NOTIFICATION);
  }

  listen(client: LanguageClient): void {
    this.watched.listen(client);
  }

  async target(server: ServerSession, place: RunPlace): Promise<RepairTargetResult> {
    await server.whenReady;
    return request(server, REPAIR_TARGET_REQUEST, paramsOf(server, place));
  }

  repair(
    server: ServerSession,
    place: RunPlace,
    options: Pick<RepairParams, 'question' | 'withoutModel'>,
    watcher: Watcher<RepairEvent>,
    token: vscode.CancellationToken,
  ): Promise<RepairReply> {
    const params: RepairParams = { ...paramsOf(server, place), ...options };
    return this.watched.send(server, REPAIR_REQUEST, params, watcher, token);
  }
}

function paramsOf({ client }: ServerSession, { document, range }: RunPlace): RepairParams {
  const { code2ProtocolConverter } = client;
  return {
    textDocument: code2ProtocolConverter.asTextDocumentIdentifier(document),
    range: code2ProtocolConverter.asRange(range),
  };
}
