import * as vscode from 'vscode';
import type { SchemaView } from '../schema/schema-view';
import { idOfTarget } from '../schema/target';

const NEW_QUERY = (): string => vscode.l10n.t('New Query');

/** Writes a relation or class where the caret is in the query that was last written in, which gets the focus. */
export async function insertName(view: SchemaView, target?: unknown): Promise<void> {
  const id = idOfTarget(target) ?? view.tree.selected?.id;
  if (id === undefined || id === '') return;
  const editor = (await view.lastQuery.show()) ?? (await offerNewQuery(view, id));
  if (!editor) return;
  const edits = await view.requests.insertion(editor.document, editor.selection, id);
  const done = await editor.edit((builder) => {
    for (const { range, newText } of edits) {
      builder.delete(range);
      // Insertion carries the caret along in the same step: moved later, it would jump under a fast typist.
      builder.insert(range.end, newText);
    }
  });
  if (done) editor.revealRange(editor.selection);
}

async function offerNewQuery(view: SchemaView, id: string): Promise<vscode.TextEditor | undefined> {
  const message = vscode.l10n.t('No query is open to insert {0} into. Open a query or create a new one.', id);
  if ((await vscode.window.showInformationMessage(message, NEW_QUERY())) !== NEW_QUERY()) return undefined;
  await vscode.commands.executeCommand('funfusic.newQuery');
  return view.lastQuery.show();
}
