import type * as vscode from 'vscode';
import {
  DERIVE_SCHEMA_REQUEST,
  KB_CHANGED_NOTIFICATION,
  KB_LIST_REQUEST,
  KB_PREPARE_REQUEST,
  KB_TEST_REQUEST,
  type DeriveSchemaParams,
  type DeriveSchemaResult,
  type KbChangedParams,
  type KbInfo,
  type KbPrepareParams,
  type KbTestParams,
  type KbTestResult,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import type { RunRequests, ReportProgress } from '../run/run-requests';

/** What the client asks the server about KBs. Each waits until the server runs, and fails if it cannot. */
export class KbRequests {
  constructor(
    private readonly server: ServerSession,
    private readonly runs: RunRequests,
  ) {}

  async list(): Promise<readonly KbInfo[]> {
    await this.server.whenReady;
    return this.server.client.sendRequest<readonly KbInfo[]>(KB_LIST_REQUEST);
  }

  async test(kb: string, token: vscode.CancellationToken): Promise<KbTestResult> {
    await this.server.whenReady;
    return this.server.client.sendRequest<KbTestResult>(
      KB_TEST_REQUEST,
      { kb } satisfies KbTestParams,
      token,
    );
  }

  /** Loads the KB and reports progress. */
  async prepare(kb: string, tell: ReportProgress, token: vscode.CancellationToken): Promise<void> {
    await this.server.whenReady;
    await this.runs.withProgress(tell, (progress) =>
      this.server.client.sendRequest(KB_PREPARE_REQUEST, { kb, progress } satisfies KbPrepareParams, token),
    );
  }

  /** Has a schema worked out from its facts. */
  async derive(
    kb: string,
    tell: ReportProgress,
    token: vscode.CancellationToken,
  ): Promise<DeriveSchemaResult> {
    await this.server.whenReady;
    return this.runs.withProgress(tell, (progress) =>
      this.server.client.sendRequest<DeriveSchemaResult>(
        DERIVE_SCHEMA_REQUEST,
        { kb, progress } satisfies DeriveSchemaParams,
        token,
      ),
    );
  }

  /** Notifies the server that the secrets of a KB have changed. */
  async changed(kb: string): Promise<void> {
    await this.server.whenReady;
    await this.server.client.sendNotification(KB_CHANGED_NOTIFICATION, { kb } satisfies KbChangedParams);
  }
}
