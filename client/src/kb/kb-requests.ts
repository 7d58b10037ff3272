import type * as vscode from 'vscode';
import {
  DERIVE_SCHEMA_REQUEST,
  KB_CHANGED_NOTIFICATION,
  KB_LIST_REQUEST,
  KB_PREPARE_REQUEST,
  KB_TEST_REQUEST,
  SERVE_DUMP_REQUEST,
  type DeriveSchemaResult,
  type KbInfo,
  type ServeDumpParams,
  type ServeDumpResult,
  type TestResult,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { notify, request } from '../requests';
import type { RunRequests, ReportProgress } from '../run/run-requests';

/** Requests to the server about KBs. */
export class KbRequests {
  constructor(
    private readonly server: ServerSession,
    private readonly runs: RunRequests,
  ) {}

  async list(): Promise<readonly KbInfo[]> {
    return request(this.server, KB_LIST_REQUEST, {});
  }

  async test(kb: string, token: vscode.CancellationToken): Promise<TestResult> {
    return request(this.server, KB_TEST_REQUEST, { kb }, token);
  }

  /** Loads the KB and reports progress. */
  async prepare(kb: string, report: ReportProgress, token: vscode.CancellationToken): Promise<void> {
    await this.runs.withProgress(report, (progress) =>
      request(this.server, KB_PREPARE_REQUEST, { kb, progress }, token),
    );
  }

  /** Derives a schema from the facts of the KB. */
  async derive(
    kb: string,
    report: ReportProgress,
    token: vscode.CancellationToken,
  ): Promise<DeriveSchemaResult> {
    return this.runs.withProgress(report, (progress) =>
      request(this.server, DERIVE_SCHEMA_REQUEST, { kb, progress }, token),
    );
  }

  /** Loads a dump into a Virtuoso that runs until the language server ends. */
  async serve(
    params: ServeDumpParams,
    report: ReportProgress,
    token: vscode.CancellationToken,
  ): Promise<ServeDumpResult> {
    return this.runs.withProgress(report, (progress) =>
      request(this.server, SERVE_DUMP_REQUEST, { ...params, progress }, token),
    );
  }

  /** Notifies the server that the secrets of a KB have changed. */
  async changed(kb: string): Promise<void> {
    await notify(this.server, KB_CHANGED_NOTIFICATION, { kb });
  }
}
