import * as vscode from 'vscode';
import { FREEBASE } from '../../shared/terms';
import { LANGUAGE_ID, type ServerSession } from '../language-client';
import { openUntitled } from '../untitled';

/** Opens a new query with the prefix of the KB. It is complete, and Tab goes to the parts to replace. */
export async function newQuery(server: ServerSession): Promise<void> {
  const { state } = server;
  const schema = state.kind === 'running' ? state.status.schema : undefined;
  const namespace = schema && schema.state !== 'none' ? schema.namespace : FREEBASE;
  const document = await openUntitled('', LANGUAGE_ID);
  const editor = await vscode.window.showTextDocument(document);
  const template = new vscode.SnippetString()
    .appendText(`PREFIX ns: <${namespace}>\n\nSELECT DISTINCT ?x WHERE {\n  ?x `)
    .appendPlaceholder(namespace === FREEBASE ? 'ns:type.object.name' : '?relation')
    .appendText(' ')
    .appendPlaceholder('?value')
    .appendText(' .')
    .appendTabstop(0)
    .appendText('\n}\n');
  await editor.insertSnippet(template);
}
