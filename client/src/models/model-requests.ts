import type * as vscode from 'vscode';
import {
  MODEL_CHANGED_NOTIFICATION,
  MODEL_LIST_REQUEST,
  MODEL_TEST_REQUEST,
  type KbTestResult,
  type ModelInfo,
  type ModelTestParams,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';

/** What the client asks the server about models. Each waits until the server runs, and fails if it cannot. */
export class ModelRequests {
  constructor(private readonly server: ServerSession) {}

  async list(): Promise<readonly ModelInfo[]> {
    await this.server.whenReady;
    return this.server.client.sendRequest<readonly ModelInfo[]>(MODEL_LIST_REQUEST);
  }

  async test(model: string, token: vscode.CancellationToken): Promise<KbTestResult> {
    await this.server.whenReady;
    const params: ModelTestParams = { model };
    return this.server.client.sendRequest<KbTestResult>(MODEL_TEST_REQUEST, params, token);
  }

  /** Notifies the server that the key of a model has changed. */
  async changed(model: string): Promise<void> {
    await this.server.whenReady;
    const params: ModelTestParams = { model };
    await this.server.client.sendNotification(MODEL_CHANGED_NOTIFICATION, params);
  }
}
