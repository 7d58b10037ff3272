import type * as vscode from 'vscode';
import {
  EVALUATE_REQUEST,
  type EvaluateEvent,
  type EvaluateParams,
  type EvaluateReply,
  type EvaluationMessages,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import type { WatchedRequests, Watcher } from '../run/watched-requests';

/** What the client asks the server about evaluations. Each waits until the server runs, and fails if it cannot. */
export class EvaluationRequests {
  constructor(
    private readonly server: ServerSession,
    private readonly watched: WatchedRequests<EvaluateEvent>,
  ) {}

  async ask<Method extends keyof EvaluationMessages>(
    method: Method,
    params: Parameters<EvaluationMessages[Method]>[0],
  ): Promise<ReturnType<EvaluationMessages[Method]>> {
    await this.server.whenReady;
    return this.server.client.sendRequest(method, params);
  }

  async evaluate(
    params: EvaluateParams,
    watcher: Watcher<EvaluateEvent>,
    token: vscode.CancellationToken,
  ): Promise<EvaluateReply> {
    await this.server.whenReady;
    return this.watched.send(this.server, EVALUATE_REQUEST, params, watcher, token);
  }
}
