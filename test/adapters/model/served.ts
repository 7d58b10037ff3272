/** Opens a model of a test server like a model of a user. */
import { openModel, type ModelEnvironment, type OpenedModel } from '../../../server/src/compose/index';
import type { ModelRequest } from '../../../server/src/core/model/language-model';
import type { ServedModelConfig } from '../../../server/src/core/model/model-config';

export function served(config: ServedModelConfig, surroundings: Partial<ModelEnvironment> = {}): OpenedModel {
  const model = openModel(
    'Test',
    { model: 'test-model', retries: 0, ...config },
    { keyOf: () => Promise.resolve(undefined), keyAdvice: () => 'Ask the tests.', ...surroundings },
  );
  if ('problem' in model) throw new Error(model.problem);
  return model;
}

export function asking(content: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { purpose: 'test', messages: [{ role: 'user', content }], ...more };
}

export const ignore = (): void => undefined;
export const never = new AbortController().signal;
