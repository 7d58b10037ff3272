import * as vscode from 'vscode';
import { idOfPage } from '../schema/page-address';
import type { SchemaView } from '../schema/schema-view';

/** Shows the relation or class at the cursor, or of the open page, in the tree. */
export async function revealInSchema(view: SchemaView): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const id = editor && ((await idAtCursor(editor)) ?? idOfPage(editor.document.uri));
  if (id && (await view.tree.reveal(id, { focus: true }))) return;
  await vscode.window.showInformationMessage(
    vscode.l10n.t('No relation or class at the cursor. Place the cursor on one and try again.'),
  );
}

/** The definition of a relation or a class is its schema page. */
async function idAtCursor({ document, selection }: vscode.TextEditor): Promise<string | undefined> {
  const found = await vscode.commands.executeCommand<readonly (vscode.Location | vscode.LocationLink)[]>(
    'vscode.executeDefinitionProvider',
    document.uri,
    selection.active,
  );
  return found
    .map((place) => idOfPage('targetUri' in place ? place.targetUri : place.uri))
    .find((id) => id !== undefined && id !== '');
}
