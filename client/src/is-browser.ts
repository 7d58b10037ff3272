import * as vscode from 'vscode';

/** Whether this is VS Code in a browser without a computer behind it, so that there are no files on disk. */
export const isBrowser = (): boolean =>
  vscode.env.uiKind === vscode.UIKind.Web && vscode.env.remoteName === undefined;
