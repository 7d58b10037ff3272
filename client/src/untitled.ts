import * as vscode from 'vscode';

/**
 * Opens a new document without showing it. The editor may reuse the name of a draft that was closed a moment ago, and restore the text
 * of that draft from its backup; so the text is set again if it differs.
 */
export async function openUntitled(content: string, language?: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument({ content, ...(language && { language }) });
  if (withLf(document.getText()) !== withLf(content)) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), content);
    await vscode.workspace.applyEdit(edit);
  }
  return document;
}

const withLf = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
