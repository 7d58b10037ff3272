import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  RUN_PROGRESS_NOTIFICATION,
  RUN_REQUEST,
  RUN_TARGET_REQUEST,
  type RunParams,
  type RunProgress,
  type RunResult,
  type RunTargetResult,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { onNotification, placeParams, request } from '../requests';

export type ReportProgress = (progress: RunProgress) => void;

/** A query to run: a range in a document, and the KB if it is not the default one. */
export interface RunPlace {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
  readonly kb?: string;
}

/** Requests to the server about running queries. */
export class RunRequests {
  private readonly listeners = new Map<string, ReportProgress>();

  /** Must be called for each client, because a restart creates a new one. */
  listen(client: LanguageClient): void {
    onNotification(client, RUN_PROGRESS_NOTIFICATION, (progress) =>
      this.listeners.get(progress.progress)?.(progress),
    );
  }

  target(server: ServerSession, place: RunPlace): Promise<RunTargetResult> {
    return request(server, RUN_TARGET_REQUEST, paramsOf(place));
  }

  run(
    server: ServerSession,
    place: RunPlace,
    report: ReportProgress,
    token: vscode.CancellationToken,
  ): Promise<RunResult> {
    return this.withProgress(report, (progress) =>
      request(server, RUN_REQUEST, { ...paramsOf(place), progress }, token),
    );
  }

  /** Calls `send` with a new progress key, and reports the progress with this key. */
  async withProgress<Result>(
    report: ReportProgress,
    send: (progress: string) => Promise<Result>,
  ): Promise<Result> {
    const progress = crypto.randomUUID();
    this.listeners.set(progress, report);
    try {
      return await send(progress);
    } finally {
      this.listeners.delete(progress);
    }
  }
}

function paramsOf({ document, range, kb }: RunPlace): RunParams {
  return { ...placeParams(document, range), ...(kb !== undefined && { kb }) };
}
