import * as vscode from 'vscode';
import type { RunArguments } from '../../../server/src/protocol/index';
import { LANGUAGE_ID } from '../language-client';
import type { RunPlace } from '../run/run-requests';
import type { LastQuery } from '../schema/last-query';

/**
 * Does something with the query that a command is about: the selection or the query around the caret; from a code lens, the query
 * below it. Where there is none, says so: `doing` is what cannot be done, such as `run`.
 */
export async function withQuery<Result>(
  doing: string,
  lastQuery: LastQuery,
  [target, where]: readonly unknown[],
  action: (place: RunPlace) => Promise<Result>,
): Promise<Result | undefined> {
  // Called from a page that covers the query, it is the query that is meant.
  const place = (await placeOf(target, where)) ?? placeIn(await lastQuery.show());
  if (place) return action(place);
  void vscode.window.showInformationMessage(
    `There is no query to ${doing}. Open a SPARQL file, put the caret into a query, and try again.`,
  );
  return undefined;
}

/** Called by code lenses with a place, by the button above an editor with its address, by keys with nothing. */
export async function placeOf(target?: unknown, where?: unknown): Promise<RunPlace | undefined> {
  if (typeof target === 'string' && where !== undefined) {
    const { start, end } = where as RunArguments[1];
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
