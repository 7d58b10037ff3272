import {
  LSPErrorCodes,
  ResponseError,
  type PrepareRenameResult,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { renamableAt, renameAt } from '../core/edit/rename';
import { answerAt, type Feature, type OpenDocument } from './feature';
import { toEdits, toRange } from './to-lsp';

export const rename: Feature = {
  capabilities: { renameProvider: { prepareProvider: true } },
  listen(connection, workspace) {
    connection.onPrepareRename((params, token) => answerAt(workspace, params, token, prepareRename));
    connection.onRenameRequest((params, token) =>
      answerAt(workspace, params, token, (open, offset) => applyRename(open, offset, params.newName)),
    );
  },
};

function prepareRename(
  { document, checked }: OpenDocument,
  offset: number,
): PrepareRenameResult | ResponseError {
  const found = renamableAt(checked().queries, offset);
  if ('refusal' in found) return new ResponseError(LSPErrorCodes.RequestFailed, found.refusal);
  return { range: toRange(document, found.range), placeholder: found.placeholder };
}

function applyRename(
  { document, checked }: OpenDocument,
  offset: number,
  newName: string,
): WorkspaceEdit | ResponseError {
  const edits = renameAt(checked().queries, offset, newName);
  if ('refusal' in edits) return new ResponseError(LSPErrorCodes.RequestFailed, edits.refusal);
  return { changes: { [document.uri]: toEdits(document, edits) } };
}
