import * as vscode from 'vscode';

/** A path in the first workspace folder is relative, so that the setting can be shared with the project. */
export function pathForSetting(file: vscode.Uri): string {
  const first = vscode.workspace.workspaceFolders?.[0];
  const isInFirst = first !== undefined && vscode.workspace.getWorkspaceFolder(file)?.index === first.index;
  return isInFirst ? vscode.workspace.asRelativePath(file, false) : file.fsPath;
}

/** Whether a path is absolute on any operating system. */
export const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
