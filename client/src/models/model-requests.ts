import type * as vscode from 'vscode';
import {
  MODEL_CHANGED_NOTIFICATION,
  MODEL_LIST_REQUEST,
  MODEL_TEST_REQUEST,
  type ModelInfo,
  type TestResult,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { notify, request } from '../requests';

/** Requests to the server about models. */
export class ModelRequests {
  constructor(private readonly server: ServerSession) {}

  async list(): Promise<readonly ModelInfo[]> {
    return request(this.server, MODEL_LIST_REQUEST, {});
  }

  async test(model: string, token: vscode.CancellationToken): Promise<TestResult> {
    return request(this.server, MODEL_TEST_REQUEST, { model }, token);
  }

  /** Notifies the server that the key of a model has changed. */
  async changed(model: string): Promise<void> {
    await notify(this.server, MODEL_CHANGED_NOTIFICATION, { model });
  }
}
