import * as vscode from 'vscode';
import type { RunArguments } from '../../../server/src/protocol/index';
import { LANGUAGE_ID } from '../language-client';
import type { RunPlace } from '../run/run-requests';
import type { LastQuery } from '../schema/last-query';

/** Calls `action` with the query of a command: the selection, the query around the cursor, or the query below a CodeLens. */
export async function withQuery<Result>(
  lastQuery: LastQuery,
  [target, range]: readonly unknown[],
  action: (place: RunPlace) => Promise<Result>,
): Promise<Result | undefined> {
  // A schema page may cover the query.
  const place = (await placeOf(target, range)) ?? placeIn(await lastQuery.show());
  if (place) return action(place);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('No query found. Open a SPARQL file and place the cursor in a query.'),
  );
  return undefined;
}

/** Code lenses pass a URI and a range, editor title buttons pass a URI, and key bindings pass nothing. */
export async function placeOf(target?: unknown, range?: unknown): Promise<RunPlace | undefined> {
  if (typeof target === 'string' && range !== undefined) {
    const { start, end } = range as RunArguments[1];
    return {
      document: await vscode.workspace.openTextDocument(vscode.Uri.parse(target)),
      range: new vscode.Range(start.line, start.character, end.line, end.character),
    };
  }
  return placeIn(editorOf(target));
}

export function placeIn(editor: vscode.TextEditor | undefined): RunPlace | undefined {
  return editor && { document: editor.document, range: editor.selection };
}

function editorOf(target: unknown): vscode.TextEditor | undefined {
  const uri = target instanceof vscode.Uri ? target.toString() : undefined;
  return [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors].find(
    (editor) =>
      editor?.document.languageId === LANGUAGE_ID &&
      (uri === undefined || editor.document.uri.toString() === uri),
  );
}
