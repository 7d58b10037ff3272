import type * as vscode from 'vscode';
import {
  EVALUATE_REQUEST,
  type EvaluateEvent,
  type EvaluateParams,
  type EvaluateReply,
  type RequestType,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { request } from '../requests';
import type { WatchedRequests, Watcher } from '../run/watched-requests';

/** Requests to the server about evaluations. */
export class EvaluationRequests {
  constructor(
    private readonly server: ServerSession,
    private readonly watched: WatchedRequests<EvaluateEvent>,
  ) {}

  ask<Params, Result>(type: RequestType<Params, Result>, params: Params): Promise<Result> {
    return request(this.server, type, params);
  }

  async evaluate(
    params: EvaluateParams,
    watcher: Watcher<EvaluateEvent>,
    token: vscode.CancellationToken,
  ): Promise<EvaluateReply> {
    return this.watched.send(this.server, EVALUATE_REQUEST, params, watcher, token);
  }
}
