import * as vscode from 'vscode';
import type { TextChange } from './locate-query';

/**
 * Changes a document. Returns false if the change was not applied or cannot be saved: the editor silently changes the text of a
 * read-only document, which is then neither dirty nor saved.
 */
export async function writeChange(document: vscode.TextDocument, change: TextChange): Promise<boolean> {
  const before = document.getText();
  const saved: vscode.TextDocument[] = [];
  const subscription = vscode.workspace.onDidSaveTextDocument((one) => saved.push(one));
  try {
    if (!(await apply(document, change))) return false;
    if (saved.includes(document) || isUnsaved(document)) return true;
  } finally {
    subscription.dispose();
  }
  const { offset, length, text } = change;
  await apply(document, { offset, length: text.length, text: before.slice(offset, offset + length) });
  return false;
}

function apply(document: vscode.TextDocument, { offset, length, text }: TextChange): Thenable<boolean> {
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  return vscode.workspace.applyEdit(edit);
}

/** A notebook cell is saved with its notebook. */
function isUnsaved({ isDirty, isUntitled, uri }: vscode.TextDocument): boolean {
  return isDirty || isUntitled || uri.scheme.startsWith('vscode-');
}
