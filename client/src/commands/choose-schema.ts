import * as vscode from 'vscode';
import { settings } from '../settings';
import { pathForSetting } from '../workspace-path';

/** Lets the user select a schema file. The server reports whether it is valid. */
export async function chooseSchema(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Select a KB schema'),
      openLabel: vscode.l10n.t('Use as KB Schema'),
      filters: { [vscode.l10n.t('KB schema')]: ['json'] },
      ...(folder && { defaultUri: folder }),
    })) ?? [];
  if (file) await settings.setSchemaFile(pathForSetting(file));
}
