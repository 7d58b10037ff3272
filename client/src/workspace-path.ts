import * as vscode from 'vscode';
import { canSaveInWorkspace } from './workspace-trust';

/** Whether a setting with the path of this file belongs to the workspace. */
export function belongsToWorkspace(file: vscode.Uri): boolean {
  return canSaveInWorkspace() && vscode.workspace.getWorkspaceFolder(file) !== undefined;
}

/**
 * A path in the first workspace folder is relative, so that the setting can be shared with the project. A user setting needs the
 * absolute path.
 */
export function pathForSetting(file: vscode.Uri): string {
  const isInFirst = belongsToWorkspace(file) && vscode.workspace.getWorkspaceFolder(file)?.index === 0;
  return isInFirst ? vscode.workspace.asRelativePath(file, false) : file.fsPath;
}

/** Whether a path is absolute on any operating system. */
export const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
