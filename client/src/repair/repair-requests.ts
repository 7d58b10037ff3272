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
import { placeParams, request } from '../requests';
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

  target(server: ServerSession, { document, range }: RunPlace): Promise<RepairTargetResult> {
    return request(server, REPAIR_TARGET_REQUEST, placeParams(document, range));
  }

  repair(
    server: ServerSession,
    { document, range }: RunPlace,
    options: Pick<RepairParams, 'question' | 'withoutModel'>,
    watcher: Watcher<RepairEvent>,
    token: vscode.CancellationToken,
  ): Promise<RepairReply> {
    const params: RepairParams = { ...placeParams(document, range), ...options };
    return this.watched.send(server, REPAIR_REQUEST, params, watcher, token);
  }
}
