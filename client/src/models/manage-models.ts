import * as vscode from 'vscode';
import type { ModelInfo } from '../../../server/src/protocol/index';
import { commandItem, isConfirmed, separator, showMenu, type Menu } from '../menu';
import type { Secrets } from '../secrets';
import { keysOf } from './model-key';
import type { ModelRequests } from './model-requests';
import { modelSettings } from './model-settings';
import { modelItem } from './pick-model';

/** The menu of all language models, with the actions of each in a menu of its own. */
export async function manageModels(requests: ModelRequests, secrets: Secrets): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  await showMenu(async () => {
    const models = await requests.list();
    const chosen = modelSettings.chosen(document);
    return {
      title: vscode.l10n.t('Manage Models'),
      placeholder: models.length
        ? vscode.l10n.t('Select a model, or add one')
        : vscode.l10n.t('There are no models yet'),
      items: [
        ...models.map((model) => ({
          ...modelItem(model, chosen),
          model: model.name,
          menu: () => menuOf(model, secrets, document),
        })),
        separator(vscode.l10n.t('Add')),
        commandItem(vscode.l10n.t('$(add) Add Model…'), 'funfusic.addModel'),
        commandItem(vscode.l10n.t('$(circle-slash) Choose Model or None…'), 'funfusic.chooseModel'),
      ],
    };
  });
}

function menuOf(
  { name, where }: ModelInfo,
  secrets: Secrets,
  document: vscode.TextDocument | undefined,
): Menu {
  return {
    title: name,
    placeholder: where,
    items: [
      { label: vscode.l10n.t('$(check) Use This Model'), run: () => modelSettings.choose(name, document) },
      commandItem(vscode.l10n.t('$(plug) Test Model'), 'funfusic.testModel', name),
      { label: vscode.l10n.t('$(edit) Edit Settings'), run: () => modelSettings.edit(name) },
      ...(keysOf(name).length
        ? [commandItem(vscode.l10n.t('$(key) Set API Key…'), 'funfusic.setModelKey', name)]
        : []),
      ...(secrets.ownersOf('model').includes(name)
        ? [commandItem(vscode.l10n.t('$(clear-all) Delete Saved API Key'), 'funfusic.forgetModelKey', name)]
        : []),
      {
        label: vscode.l10n.t('$(trash) Remove'),
        returns: true,
        run: async () => {
          const question = vscode.l10n.t('Remove the model {0}?', name);
          const detail = vscode.l10n.t('Its saved API key is deleted too.');
          if (await isConfirmed(question, detail))
            await vscode.commands.executeCommand('funfusic.removeModel', name);
        },
      },
    ],
  };
}
