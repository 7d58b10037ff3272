import { listModels } from '../core/model/model-list';
import { testModel } from '../core/model/test-model';
import { MODEL_LIST_REQUEST, MODEL_TEST_REQUEST } from '../protocol/index';
import type { CustomFeature } from './feature';
import { onRequest } from './requests';
import { toModelInfo } from './to-protocol';

/** Lists and tests models. */
export const modelRequests: CustomFeature = (connection, workspace) => {
  onRequest(connection, MODEL_LIST_REQUEST, async () =>
    listModels((await workspace.settings()).models).map(toModelInfo),
  );
  onRequest(connection, MODEL_TEST_REQUEST, async ({ model: name }, signal) => {
    const model = workspace.models.named(name, await workspace.settings());
    if ('problem' in model) return { works: false, lines: [model.problem] };
    return testModel(model, () => performance.now(), signal);
  });
};
