import * as vscode from 'vscode';
import type { InsertNameParams, RdfTerm } from '../../../server/src/protocol/index';
import type { SchemaView } from '../schema/schema-view';
import { idOfTarget } from '../schema/command-target';

const newQueryLabel = (): string => vscode.l10n.t('New Query');

/** Inserts a relation or class at the cursor of the last query, and focuses it. */
export async function insertName(view: SchemaView, target?: unknown): Promise<void> {
  const id = idOfTarget(target) ?? (await view.tree.focused())?.id;
  if (id !== undefined && id !== '') await insertIntoLastQuery(view, id);
}

/** Inserts a term of a result at the cursor of the last query, and focuses it. */
export async function insertTerm(view: SchemaView, term: RdfTerm): Promise<void> {
  if (term.type !== 'bnode') await insertIntoLastQuery(view, term.type === 'uri' ? term.value : term);
}

async function insertIntoLastQuery(view: SchemaView, inserted: InsertNameParams['inserted']): Promise<void> {
  const editor = (await view.lastQuery.show()) ?? (await offerNewQuery(view, inserted));
  if (editor) await insertInto(editor, view, inserted);
}

/** Replaces the selection of an editor. */
export async function insertInto(
  editor: vscode.TextEditor,
  view: SchemaView,
  inserted: InsertNameParams['inserted'],
): Promise<void> {
  const edits = await view.requests.insertion(editor.document, editor.selection, inserted);
  // A selection would grow with the insertion, and the next key would replace the inserted text.
  if (!editor.selection.isEmpty)
    editor.selection = new vscode.Selection(editor.selection.end, editor.selection.end);
  const done = await editor.edit((builder) => {
    for (const { range, newText } of edits) {
      builder.delete(range);
      // An insertion moves the cursor in the same step; moving it later would disturb fast typing.
      builder.insert(range.end, newText);
    }
  });
  if (done) editor.revealRange(editor.selection);
}

async function offerNewQuery(
  view: SchemaView,
  inserted: InsertNameParams['inserted'],
): Promise<vscode.TextEditor | undefined> {
  const name = typeof inserted === 'string' ? inserted : inserted.value;
  const message = vscode.l10n.t(
    'No query is open to insert {0} into. Open a query or create a new one.',
    name,
  );
  if ((await vscode.window.showInformationMessage(message, newQueryLabel())) !== newQueryLabel())
    return undefined;
  await vscode.commands.executeCommand('funfusic.newQuery');
  return view.lastQuery.show();
}
