import * as vscode from 'vscode';

const RESTART = 'Restart';
const SHOW_LOG = 'Show Log';

/** Tells the user that queries are not checked, and offers what helps. */
export async function showServerFailure(reason: string): Promise<void> {
  const message = `${reason} Restart it, or see the log for the cause.`;
  const choice = await vscode.window.showErrorMessage(message, RESTART, SHOW_LOG);
  if (choice === RESTART) await vscode.commands.executeCommand('funfusic.restartServer');
  if (choice === SHOW_LOG) await vscode.commands.executeCommand('funfusic.showLog');
}
