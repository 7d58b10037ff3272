import * as vscode from 'vscode';
import type { Run } from '../../../server/src/protocol/index';
import { LANGUAGE_ID } from '../language-client';
import { openUntitled } from '../untitled';

/** The current location of a query. */
export interface QueryLocation {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
}

/** The location of a query, and the KB to run it on. The default is the KB of the query or of the settings. */
export interface RunLocation extends QueryLocation {
  readonly kb?: string;
}

/** Finds a query at its location, or where its text has moved to. */
export async function findQuery(
  run: Pick<Run, 'uri' | 'range' | 'query' | 'added'>,
): Promise<QueryLocation | undefined> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(run.uri)).then(
    (open) => open,
    () => undefined,
  );
  if (!document) return undefined;
  const { start, end } = run.range;
  const text = run.query.slice(run.added);
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  if (isSame(document.getText(range), text)) return { document, range };
  const at = document.getText().indexOf(text);
  if (at < 0) return undefined;
  return {
    document,
    range: new vscode.Range(document.positionAt(at), document.positionAt(at + text.length)),
  };
}

/** Opens a new document with a query, without showing it. */
export async function openDraft(query: string): Promise<QueryLocation> {
  const document = await openUntitled(query, LANGUAGE_ID);
  const range = new vscode.Range(new vscode.Position(0, 0), document.positionAt(query.length));
  return { document, range };
}

/** The location of the query of a run, or a new document if it is no longer in its file. */
export async function findOrOpenQuery(run: Run): Promise<RunLocation> {
  const place = (await findQuery(run)) ?? (await openDraft(run.query));
  return { ...place, kb: run.kb };
}

/** Shows the query, or a part of it by offsets. */
export async function revealRun(
  run: Run,
  part?: { readonly start: number; readonly end: number },
): Promise<void> {
  const { document, range } = await findOrOpenQuery(run);
  // A draft contains the whole query, a file only the selected part.
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
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One,
  });
}

/** Changes the query of a run by edits at offsets of the query that was run, and shows the change. */
export async function changeRunQuery(run: Run, edits: readonly OffsetEdit[]): Promise<void> {
  const place = await findQuery(run);
  // The query that was run may have prefixes that are not in the file.
  if (!place || edits.some(({ range }) => range.start < run.added)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The query has changed since it was run. Run it again.'),
    );
    return;
  }
  const { document } = place;
  const lines = run.query.slice(run.added);
  const from = document.offsetAt(place.range.start);
  // A file with CRLF has one more character for each line.
  const offsetIn = (offset: number): number => {
    const before = lines.slice(0, offset - run.added);
    const isCrlf = document.eol === vscode.EndOfLine.CRLF && !run.query.includes('\r\n');
    return from + before.length + (isCrlf ? before.split('\n').length - 1 : 0);
  };
  const change = new vscode.WorkspaceEdit();
  for (const { range, newText } of edits) {
    const [start, end] = [offsetIn(range.start), offsetIn(range.end)];
    change.replace(
      document.uri,
      new vscode.Range(document.positionAt(start), document.positionAt(end)),
      newText,
    );
  }
  await vscode.workspace.applyEdit(change);
  const [first] = edits;
  const start = document.positionAt(first ? offsetIn(first.range.start) : from);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(start, start),
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One,
  });
}

interface OffsetEdit {
  readonly range: { readonly start: number; readonly end: number };
  readonly newText: string;
}

// Line endings do not matter.
const isSame = (a: string, b: string): boolean => a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');
