import * as vscode from 'vscode';
import { LANGUAGE_ID, type ServerSession } from '../language-client';

const FREEBASE = 'http://rdf.freebase.com/ns/';

/** Opens a new query with the prefix of the KB, and the cursor in the first pattern. */
export async function newQuery(server: ServerSession): Promise<void> {
  const { state } = server;
  const schema = state.kind === 'running' ? state.status.schema : undefined;
  const namespace = schema && schema.state !== 'none' ? schema.namespace : FREEBASE;
  const beforeCursor = `PREFIX ns: <${namespace}>\n\nSELECT DISTINCT ?x WHERE {\n  ?x `;
  const document = await vscode.workspace.openTextDocument({
    language: LANGUAGE_ID,
    content: `${beforeCursor}\n}\n`,
  });
  const caret = document.positionAt(beforeCursor.length);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(caret, caret) });
}
