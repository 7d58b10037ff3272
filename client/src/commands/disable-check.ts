import * as vscode from 'vscode';
import { settings } from '../settings';

/** Turns a check off in the settings of the workspace, or of the user if there is no workspace. */
export async function disableCheck(code: unknown): Promise<void> {
  if (typeof code !== 'string') return;
  const before = settings.severity(code);
  await settings.setSeverity(code, 'off');
  const undo = vscode.l10n.t('Undo');
  const message = vscode.l10n.t('{0} is disabled (funfusic.severity).', code);
  if ((await vscode.window.showInformationMessage(message, undo)) === undo)
    await settings.setSeverity(code, before);
}
