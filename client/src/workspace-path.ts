import * as vscode from 'vscode';

/** Relative inside the first workspace folder, so that the setting can be shared with the project. */
export function pathForSetting(file: vscode.Uri): string {
  const first = vscode.workspace.workspaceFolders?.[0];
  const isInFirst = first !== undefined && vscode.workspace.getWorkspaceFolder(file)?.index === first.index;
  return isInFirst ? vscode.workspace.asRelativePath(file, false) : file.fsPath;
}

/** For all operating systems. */
export const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
