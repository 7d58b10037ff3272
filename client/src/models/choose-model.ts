import * as vscode from 'vscode';
import { commandItem, separator, type MenuItem } from '../menu';
import type { ModelRequests } from './model-requests';
import { modelSettings, NO_MODEL } from './model-settings';
import { modelItem, type ModelItem } from './pick-model';

/** The menu of the model item in the status bar: the models, and the commands for them. */
export async function chooseModel(requests: ModelRequests): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const chosen = modelSettings.chosen(document);
  const models = await requests.list();
  const items: readonly (ModelItem | MenuItem)[] = [
    separator(vscode.l10n.t('For asking questions, repairing and explaining queries')),
    {
      model: NO_MODEL,
      label: vscode.l10n.t('$(circle-slash) No model'),
      description: chosen === NO_MODEL ? vscode.l10n.t('in use') : '',
      detail: vscode.l10n.t('Answers and repairs use search only. Nothing is sent to a model.'),
    },
    ...models.map((model) => modelItem(model, chosen)),
    separator(vscode.l10n.t('Manage')),
    commandItem(vscode.l10n.t('$(add) Add Model…'), 'funfusic.addModel'),
    ...(models.length === 0
      ? []
      : [commandItem(vscode.l10n.t('$(gear) Manage Models…'), 'funfusic.manageModels')]),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Select the language model'),
    placeHolder: vscode.l10n.t('A model is used only when you ask a question, or repair or explain a query.'),
    matchOnDetail: true,
  });
  if (!picked) return;
  if ('model' in picked) await modelSettings.choose(picked.model, document);
  else await picked.run?.();
}
