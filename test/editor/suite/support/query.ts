import * as vscode from 'vscode';
import { eventually } from './eventually';
import { openUntitled } from '../../../../client/src/untitled';
import { activeExtension } from './extension';

const OPEN = '‹';
const CLOSE = '›';

/** A query in the editor, and the findings in it. */
export interface OpenQuery {
  readonly document: vscode.TextDocument;
  /** The text between ‹ and ›. */
  readonly marked: vscode.Range;
  readonly findings: () => readonly vscode.Diagnostic[];
  readonly replace: (from: string, to: string) => Promise<void>;
}

/** Opens a query; ‹ and › mark a part of it and are not themselves in the document. */
export async function openQuery(markedText: string): Promise<OpenQuery> {
  await activeExtension();
  const content = markedText.replace(OPEN, '').replace(CLOSE, '');
  const document = await openUntitled(content, 'sparql');
  const editor = await vscode.window.showTextDocument(document);
  await activeEditor((shown) => shown === document);
  const start = Math.max(0, markedText.indexOf(OPEN));
  const end = Math.max(start, markedText.indexOf(CLOSE) - OPEN.length);
  return {
    document,
    marked: new vscode.Range(document.positionAt(start), document.positionAt(end)),
    findings: () => findingsIn(document.uri),
    replace: async (from, to) => {
      const at = document.getText().indexOf(from);
      if (at < 0) throw new Error(`“${from}” is not in the query.`);
      const range = new vscode.Range(document.positionAt(at), document.positionAt(at + from.length));
      await editor.edit((edit) => edit.replace(range, to));
    },
  };
}

/**
 * The active editor, once it shows the expected document. A command that opens an editor ends before the extension host
 * knows that the editor is active.
 */
export async function activeEditor(
  isExpected: (document: vscode.TextDocument) => boolean,
): Promise<vscode.TextEditor> {
  let editor: vscode.TextEditor | undefined;
  await eventually(
    'the expected document is active',
    () => {
      editor = vscode.window.activeTextEditor;
      return editor?.document.getText() ?? 'no editor';
    },
    () => editor !== undefined && isExpected(editor.document),
  );
  return editor as unknown as vscode.TextEditor;
}

export const findingsIn = (uri: vscode.Uri): readonly vscode.Diagnostic[] =>
  vscode.languages.getDiagnostics(uri).filter((diagnostic) => diagnostic.source === 'FUn-FuSIC');

/** A diagnostic's code, whether or not it carries a link. */
export function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

export const withCode =
  (code: string) =>
  (finding: vscode.Diagnostic): boolean =>
    codeOf(finding) === code;

/** Closes every editor and discards unsaved text. */
export async function closeEditors(): Promise<void> {
  while (vscode.window.activeTextEditor) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}
