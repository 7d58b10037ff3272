import * as vscode from 'vscode';
import type { Asks } from '../ask/asks';
import { pickEntity } from '../ask/pick-entity';
import type { KbStatusItem } from '../kb/kb-status';
import type { SchemaView } from '../schema/schema-view';
import { insertInto } from './insert-name';

/** Lets the user search an entity of the query's KB, and inserts it at the cursor. */
export async function insertEntity(view: SchemaView, asks: Asks, kbStatus: KbStatusItem): Promise<void> {
  const editor = await view.lastQuery.show();
  if (!editor) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No query found. Open a SPARQL file and place the cursor in a query.'),
    );
    return;
  }
  const target = await kbStatus.now();
  const kb = target && 'kb' in target ? target.kb : undefined;
  const found = await pickEntity(asks, kb, {
    title: vscode.l10n.t('Select the entity to insert'),
    typed: editor.document.getText(editor.selection),
  });
  if (found) await insertInto(editor, view, found.iri);
}
