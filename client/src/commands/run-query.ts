import * as vscode from 'vscode';
import type { Run, RunArguments } from '../../../server/src/protocol';
import { LANGUAGE_ID } from '../language-client';
import type { RunPlace } from '../run/run-requests';
import type { Runs } from '../run/runs';

/** Runs the selection or the query around the caret; from a code lens, the query below it. */
export async function runQuery(runs: Runs, target?: unknown, where?: unknown): Promise<Run | undefined> {
  const place = await placeOf(target, where);
  if (!place) {
    void vscode.window.showInformationMessage(
      'There is no query to run. Open a SPARQL file, put the caret into a query, and try again.',
    );
    return undefined;
  }
  return runs.run(place);
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
  const editor = editorOf(target);
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
