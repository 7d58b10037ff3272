import * as vscode from 'vscode';
import type { Run } from '../../../server/src/protocol/index';
import { LANGUAGE_ID } from '../language-client';

/** Where a query stands now. */
export interface PlaceOfQuery {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
}

/** The same, and on which KB it is to be run; where none is said, on that which the query or the settings say. */
export interface PlaceOfRun extends PlaceOfQuery {
  readonly kb?: string;
}

/** Where a query stands: at its place, or wherever its text has moved to; else undefined. */
export async function placeOfQuery(
  run: Pick<Run, 'uri' | 'range' | 'query' | 'added'>,
): Promise<PlaceOfQuery | undefined> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(run.uri)).then(
    (open) => open,
    () => undefined,
  );
  if (!document) return undefined;
  const { start, end } = run.range;
  const written = run.query.slice(run.added);
  const then = new vscode.Range(start.line, start.character, end.line, end.character);
  if (same(document.getText(then), written)) return { document, range: then };
  const at = document.getText().indexOf(written);
  if (at < 0) return undefined;
  const range = new vscode.Range(document.positionAt(at), document.positionAt(at + written.length));
  return { document, range };
}

/** An editor with a query that is in no file yet; whether it is shown is for others to say. */
export async function draftOf(query: string): Promise<PlaceOfQuery> {
  const document = await vscode.workspace.openTextDocument({ language: LANGUAGE_ID, content: query });
  const range = new vscode.Range(new vscode.Position(0, 0), document.positionAt(query.length));
  return { document, range };
}

/** Where the query of a run stands, with a draft of the query where it is no longer in its file. */
export async function placeOrDraft(run: Run): Promise<PlaceOfRun> {
  const place = (await placeOfQuery(run)) ?? (await draftOf(run.query));
  return { ...place, kb: run.kb };
}

/** Shows the query, or a part of it by its offsets, where it stands. */
export async function revealRun(
  run: Run,
  part?: { readonly start: number; readonly end: number },
): Promise<void> {
  const { document, range } = await placeOrDraft(run);
  // A draft has all of the query, a file what was selected in it.
  const added = document.getText(range) === run.query ? 0 : run.added;
  const from = document.offsetAt(range.start) - added;
  const selection = part
    ? new vscode.Range(
        document.positionAt(Math.max(0, from + part.start)),
        document.positionAt(Math.max(0, from + part.end)),
      )
    : new vscode.Range(range.start, range.start);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  await vscode.window.showTextDocument(document, {
    selection,
    ...(shown?.viewColumn !== undefined
      ? { viewColumn: shown.viewColumn }
      : { viewColumn: vscode.ViewColumn.One }),
  });
}

// Of a file that is now read with other ends of lines, nothing has changed.
const same = (a: string, b: string): boolean => a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');
