/** Converts a document to or from logical forms, in a new file beside it. */
import { MessageType, type Connection, type WorkspaceEdit } from 'vscode-languageserver';
import * as z from 'zod/mini';
import { isExistingFile } from '../compose/paths';
import { CONVERT_COMMAND } from '../protocol/index';
import { applyEdits, prepareWith, type ServerCommand } from './command';
import { convertDocument, isFormsDocument } from './logical-forms';
import { showMessage } from './requests';
import type { Workspace } from './workspace';

export const convertCommand: ServerCommand = {
  name: CONVERT_COMMAND,
  needs: 'the URI of a document',
  prepare: prepareWith(z.tuple([z.string()]), async ([uri], { connection, workspace }) => {
    const document = workspace.documents.get(uri);
    if (!document) {
      showMessage(connection, MessageType.Error, 'The file is not open.');
      return;
    }
    const to = isFormsDocument(document) ? 'sparql' : 'sexpr';
    const converted = await convertDocument(document.getText(), to, workspace);
    if ('problem' in converted) {
      showMessage(connection, MessageType.Warning, `Cannot convert this. ${converted.problem}`);
      return;
    }
    const { text, losses } = converted;
    const newUri = freeName(uri, to === 'sparql' ? 'rq' : 'sexpr');
    const problem = await createDocument(newUri, text, connection, workspace);
    const lost = losses.length ? ` The logical form does not cover the whole query. ${losses.join(' ')}` : '';
    if (problem !== undefined) showMessage(connection, MessageType.Warning, problem);
    else showMessage(connection, MessageType.Info, `Converted to ${decodeURIComponent(newUri)}.${lost}`);
  }),
};

/** A name beside the document that no file has. */
function freeName(uri: string, extension: string): string {
  const stem = uri.replace(/\.[^./]*$/, '');
  for (let count = 1; ; count++) {
    const name = `${stem}${count === 1 ? '' : `-${count}`}.${extension}`;
    if (!isExistingFile(name)) return name;
  }
}

/** Opens a new document with a text. Returns why it failed. */
async function createDocument(
  uri: string,
  text: string,
  connection: Connection,
  { client }: Workspace,
): Promise<string | undefined> {
  const top = { line: 0, character: 0 };
  const edits = [{ range: { start: top, end: top }, newText: text }];
  const edit: WorkspaceEdit = client.createsFiles
    ? {
        documentChanges: [
          { kind: 'create', uri },
          { textDocument: { uri, version: null }, edits },
        ],
      }
    : { changes: { [uri]: edits } };
  const problem = await applyEdits(connection, 'Convert', edit);
  if (problem === undefined && client.showsDocuments)
    await connection.window.showDocument({ uri, takeFocus: true });
  return problem;
}
