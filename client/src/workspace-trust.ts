import * as vscode from 'vscode';
import { untrusted } from '../../server/src/protocol/index';

/** Whether something that writes into the workspace may do so; where it may not, the user is shown why, and how to allow it. */
export function mayWrite(what: string): boolean {
  if (vscode.workspace.isTrusted) return true;
  void showWhy(what);
  return false;
}

async function showWhy(what: string): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const choice = await vscode.window.showWarningMessage(untrusted(what), manage);
  if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}

/** Whether a choice may be kept with the workspace. It is the user's own where there is none, or none that is trusted. */
export function keepsSettings(): boolean {
  return vscode.workspace.isTrusted && (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
}
