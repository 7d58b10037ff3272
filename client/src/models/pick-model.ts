import * as vscode from 'vscode';
import type { ModelInfo } from '../../../server/src/protocol/index';

export interface ModelItem extends vscode.QuickPickItem {
  readonly model: string;
}

export function modelItem({ name, kind, where, model, local }: ModelInfo, chosen: string): ModelItem {
  const remarks = [
    name === chosen ? vscode.l10n.t('in use') : '',
    local ? vscode.l10n.t('on this computer') : '',
    kind === 'editor' ? vscode.l10n.t('provided by the editor') : '',
  ];
  return {
    model: name,
    label: `$(${kind === 'editor' ? 'vscode' : local ? 'device-desktop' : 'globe'}) ${name}`,
    description: remarks.filter((remark) => remark !== '').join(', '),
    detail: kind === 'editor' ? where : vscode.l10n.t('{0} at {1}', model, where),
  };
}

/** Lets the user select a model. */
export async function pickModel(
  models: readonly ModelInfo[],
  { title, chosen }: { readonly title: string; readonly chosen: string },
): Promise<string | undefined> {
  const picked = await vscode.window.showQuickPick(
    models.map((model) => modelItem(model, chosen)),
    { title, matchOnDetail: true },
  );
  return picked?.model;
}
