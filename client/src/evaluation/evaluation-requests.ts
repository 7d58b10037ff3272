import type * as vscode from 'vscode';
import {
  COMPARE_EVALUATIONS_REQUEST,
  EVALUATE_REQUEST,
  EVALUATE_TARGET_REQUEST,
  EVALUATION_EXEMPLAR_REQUEST,
  EVALUATION_REPORT_REQUEST,
  EVALUATION_REQUEST,
  EVALUATION_TRACE_REQUEST,
  EVALUATIONS_REQUEST,
  type AskReply,
  type CompareEvaluationsParams,
  type EvaluateEvent,
  type EvaluateParams,
  type EvaluateReply,
  type EvaluateTargetResult,
  type EvaluationList,
  type EvaluationParams,
  type EvaluationQuestionParams,
  type EvaluationResult,
  type ExemplarResult,
  type PageResult,
} from '../../../server/src/protocol';
import type { ServerSession } from '../language-client';
import type { WatchedRequests, Watcher } from '../run/watched-requests';

/** What the client asks the server about evaluations. Each waits until the server runs, and fails if it cannot. */
export class EvaluationRequests {
  constructor(
    private readonly server: ServerSession,
    private readonly watched: WatchedRequests<EvaluateEvent>,
  ) {}

  list(): Promise<EvaluationList> {
    return this.ask(EVALUATIONS_REQUEST, {});
  }

  one(params: EvaluationParams): Promise<EvaluationResult> {
    return this.ask(EVALUATION_REQUEST, params);
  }

  trace(params: EvaluationQuestionParams): Promise<AskReply> {
    return this.ask(EVALUATION_TRACE_REQUEST, params);
  }

  exemplar(params: EvaluationQuestionParams): Promise<ExemplarResult> {
    return this.ask(EVALUATION_EXEMPLAR_REQUEST, params);
  }

  report(params: EvaluationParams): Promise<PageResult> {
    return this.ask(EVALUATION_REPORT_REQUEST, params);
  }

  compare(params: CompareEvaluationsParams): Promise<PageResult> {
    return this.ask(COMPARE_EVALUATIONS_REQUEST, params);
  }

  target(params: EvaluateParams): Promise<EvaluateTargetResult> {
    return this.ask(EVALUATE_TARGET_REQUEST, params);
  }

  async evaluate(
    params: EvaluateParams,
    watcher: Watcher<EvaluateEvent>,
    token: vscode.CancellationToken,
  ): Promise<EvaluateReply> {
    await this.server.whenReady;
    return this.watched.send(this.server, EVALUATE_REQUEST, params, watcher, token);
  }

  private async ask<Result>(method: string, params: object): Promise<Result> {
    await this.server.whenReady;
    return this.server.client.sendRequest<Result>(method, params);
  }
}
