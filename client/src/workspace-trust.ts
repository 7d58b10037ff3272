import * as vscode from 'vscode';
import { untrustedMessage } from '../../server/src/protocol/index';

/** Returns whether the workspace may be written to. If not, shows how to allow it. */
export function mayWrite(what: string): boolean {
  if (vscode.workspace.isTrusted) return true;
  void showReason(what);
  return false;
}

async function showReason(what: string): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const choice = await vscode.window.showWarningMessage(untrustedMessage(what), manage);
  if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}

/** Whether settings can be saved in the workspace. Otherwise they are saved as user settings. */
export function canSaveInWorkspace(): boolean {
  return vscode.workspace.isTrusted && (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
}
