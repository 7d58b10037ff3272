import * as vscode from 'vscode';
import type { ModelRequests } from './model-requests';
import { modelSettings, NO_MODEL } from './model-settings';
import { modelItem, type ModelItem } from './pick-model';

interface ActionItem extends vscode.QuickPickItem {
  readonly command?: string;
}

/** The menu behind the model in the status bar: the models, and all that can be done about them. */
export async function chooseModel(requests: ModelRequests): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const chosen = modelSettings.chosen(document);
  const models = await requests.list();
  const items: readonly (ModelItem | ActionItem)[] = [
    { label: 'Repair and explain queries', kind: vscode.QuickPickItemKind.Separator },
    {
      model: NO_MODEL,
      label: '$(circle-slash) Without a model',
      description: chosen === NO_MODEL ? 'in use' : '',
      detail: 'Fixes are searched for; nothing is sent to any model.',
    },
    ...models.map((model) => modelItem(model, chosen)),
    { label: 'Manage', kind: vscode.QuickPickItemKind.Separator },
    action('$(add) Add a model…', 'funfusic.addModel'),
    ...(models.length === 0 ? [] : [action('$(gear) Manage Models…', 'funfusic.manageModels')]),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: 'The language model that is asked',
    placeHolder: 'Nothing is sent to a model unless you ask for a repair or a reading.',
    matchOnDetail: true,
  });
  if (!picked) return;
  if ('model' in picked) await modelSettings.choose(picked.model, document);
  else if (picked.command !== undefined) await vscode.commands.executeCommand(picked.command);
}

function action(label: string, command: string): ActionItem {
  return { label, command };
}
