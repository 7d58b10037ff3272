import * as vscode from 'vscode';

const RESTART = (): string => vscode.l10n.t('Restart');
const SHOW_LOG = (): string => vscode.l10n.t('Show Log');

/** Tells the user that queries are not checked, and offers what helps. */
export async function showServerFailure(reason: string): Promise<void> {
  const message = vscode.l10n.t('{0} Restart it, or see the log for details.', reason);
  const choice = await vscode.window.showErrorMessage(message, RESTART(), SHOW_LOG());
  if (choice === RESTART()) await vscode.commands.executeCommand('funfusic.restartServer');
  if (choice === SHOW_LOG()) await vscode.commands.executeCommand('funfusic.showLog');
}
