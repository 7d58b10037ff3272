import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  ASK_EVENT_NOTIFICATION,
  ASK_REQUEST,
  ASK_TARGET_REQUEST,
  FIND_ENTITIES_REQUEST,
  type AskEvent,
  type AskParams,
  type AskReply,
  type AskTargetResult,
  type FindEntitiesParams,
  type FindEntitiesResult,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { request } from '../requests';
import type { RunRequests } from '../run/run-requests';
import { WatchedRequests, type Watcher } from '../run/watched-requests';

/** Requests to the server about questions. */
export class AskRequests {
  private readonly watched: WatchedRequests<AskEvent>;

  constructor(runs: RunRequests) {
    this.watched = new WatchedRequests(runs, ASK_EVENT_NOTIFICATION);
  }

  listen(client: LanguageClient): void {
    this.watched.listen(client);
  }

  async target(server: ServerSession, params: AskParams): Promise<AskTargetResult> {
    return request(server, ASK_TARGET_REQUEST, params);
  }

  async ask(
    server: ServerSession,
    params: AskParams,
    watcher: Watcher<AskEvent>,
    token: vscode.CancellationToken,
  ): Promise<AskReply> {
    return this.watched.send(server, ASK_REQUEST, params, watcher, token);
  }

  async find(
    server: ServerSession,
    params: FindEntitiesParams,
    token: vscode.CancellationToken,
  ): Promise<FindEntitiesResult> {
    return request(server, FIND_ENTITIES_REQUEST, params, token);
  }
}
