import * as vscode from 'vscode';
import { isSamplesFolder, openPage } from './samples';

/** The walkthrough of the manifest. */
const WALKTHROUGH = 'fun-fusic.fun-fusic#getStarted';
/** Whether the walkthrough was opened on the first start. */
const OPENED = 'funfusic.walkthroughOpened';

export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', { category: WALKTHROUGH }, false);
}

/**
 * Opens the walkthrough once, unless the editor is set not to open walkthroughs. It opens beside the query, which keeps the focus. If
 * the samples are the workspace, the page about them opens too.
 */
export async function openWalkthroughOnFirstStart(context: vscode.ExtensionContext): Promise<void> {
  if (context.extensionMode === vscode.ExtensionMode.Test || context.globalState.get(OPENED)) return;
  const editor = vscode.workspace.getConfiguration('workbench.welcomePage.walkthroughs');
  if (editor.get('openOnInstall') === false) return;
  await context.globalState.update(OPENED, true);
  const query = vscode.window.activeTextEditor;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const hasPage = query && folder && (await isSamplesFolder(context.extensionUri, folder.uri));
  if (hasPage) await openPage(folder.uri);
  // The page is already beside the query, and the active editor.
  const toSide = query !== undefined && !hasPage;
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', { category: WALKTHROUGH }, toSide);
  if (query) await vscode.window.showTextDocument(query.document, query.viewColumn);
}
