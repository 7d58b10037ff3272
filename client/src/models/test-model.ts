import * as vscode from 'vscode';
import type { TestResult } from '../../../server/src/protocol/index';
import { showTestResult, withCancellableProgress } from '../dialogs';
import type { ModelRequests } from './model-requests';
import { modelSettings } from './model-settings';
import { pickModel } from './pick-model';

/** Tests a model and shows each step with its result. */
export async function testModel(requests: ModelRequests, target?: unknown): Promise<TestResult | undefined> {
  const name = typeof target === 'string' ? target : await choose(requests);
  if (name === undefined) return undefined;
  const result = await testWithProgress(requests, name);
  if (result) {
    const title = result.works
      ? vscode.l10n.t('The model {0} works.', name)
      : vscode.l10n.t('The model {0} does not work.', name);
    void showTestResult(title, result);
  }
  return result;
}

/** Returns undefined if the user cancels the test. */
export async function testWithProgress(
  requests: ModelRequests,
  name: string,
): Promise<TestResult | undefined> {
  return withCancellableProgress(vscode.l10n.t('Testing the model {0}', name), (_, token) =>
    requests.test(name, token),
  );
}

async function choose(requests: ModelRequests): Promise<string | undefined> {
  const models = await requests.list();
  if (models.length === 0) {
    void vscode.commands.executeCommand('funfusic.chooseModel');
    return undefined;
  }
  const chosen = modelSettings.chosen(vscode.window.activeTextEditor?.document);
  return pickModel(models, {
    title: vscode.l10n.t('Select a model to test. This uses a few tokens.'),
    chosen,
  });
}
