import * as vscode from 'vscode';
import type { SchemaView } from '../schema/schema-view';
import { idOfTarget } from '../schema/command-target';

const newQueryLabel = (): string => vscode.l10n.t('New Query');

/** Inserts a relation or class at the cursor of the last query, and focuses it. */
export async function insertName(view: SchemaView, target?: unknown): Promise<void> {
  const id = idOfTarget(target) ?? view.tree.selected?.id;
  if (id === undefined || id === '') return;
  const editor = (await view.lastQuery.show()) ?? (await offerNewQuery(view, id));
  if (!editor) return;
  const edits = await view.requests.insertion(editor.document, editor.selection, id);
  const done = await editor.edit((builder) => {
    for (const { range, newText } of edits) {
      builder.delete(range);
      // An insertion moves the cursor in the same step; moving it later would disturb fast typing.
      builder.insert(range.end, newText);
    }
  });
  if (done) editor.revealRange(editor.selection);
}

async function offerNewQuery(view: SchemaView, id: string): Promise<vscode.TextEditor | undefined> {
  const message = vscode.l10n.t('No query is open to insert {0} into. Open a query or create a new one.', id);
  if ((await vscode.window.showInformationMessage(message, newQueryLabel())) !== newQueryLabel())
    return undefined;
  await vscode.commands.executeCommand('funfusic.newQuery');
  return view.lastQuery.show();
}
