import { performance } from 'node:perf_hooks';
import { LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
import { listModels } from '../core/model/model-list';
import { testModel } from '../core/model/test-model';
import {
  MODEL_CHANGED_NOTIFICATION,
  MODEL_LIST_REQUEST,
  MODEL_TEST_REQUEST,
  type KbTestResult,
  type ModelInfo,
  type ModelTestParams,
} from '../protocol/index';
import { signalOf } from './cancellation';
import type { Feature, Workspace } from './feature';

/** The models that can be chosen, and whether one answers. */
export const modelRequests: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(MODEL_LIST_REQUEST, async (): Promise<readonly ModelInfo[]> =>
      listModels((await workspace.settingsOf(undefined)).models),
    );
    connection.onRequest(MODEL_TEST_REQUEST, (params: ModelTestParams, token: CancellationToken) =>
      test(params, workspace, token),
    );
    connection.onNotification(MODEL_CHANGED_NOTIFICATION, ({ model }: ModelTestParams) =>
      workspace.models.forget(model),
    );
  },
};

async function test(
  { model: name }: ModelTestParams,
  workspace: Workspace,
  token: CancellationToken,
): Promise<KbTestResult | ResponseError> {
  const model = workspace.models.named(name, await workspace.settingsOf(undefined));
  if ('problem' in model) return { works: false, lines: [model.problem] };
  const cancelled = signalOf(token);
  try {
    return await testModel(model, () => performance.now(), cancelled);
  } catch (error) {
    if (cancelled.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    throw error;
  }
}
