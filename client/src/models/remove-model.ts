import * as vscode from 'vscode';
import type { Secrets } from '../secrets';
import type { ModelRequests } from './model-requests';
import { modelSettings } from './model-settings';
import { pickModel } from './pick-model';

/** Removes a model from the settings, and its key from the secret storage. */
export async function removeModel(
  requests: ModelRequests,
  secrets: Secrets,
  target?: unknown,
): Promise<void> {
  const models = await requests.list();
  if (models.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no model to remove.'));
    return;
  }
  const chosen = modelSettings.chosen(vscode.window.activeTextEditor?.document);
  const name =
    typeof target === 'string'
      ? target
      : await pickModel(models, {
          title: vscode.l10n.t('Select a model to remove. Its key is deleted too.'),
          chosen,
        });
  if (name === undefined) return;
  await modelSettings.remove(name);
  await secrets.forget(name, 'model');
  await requests.changed(name);
}
