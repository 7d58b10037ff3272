import type { CancellationToken, TextEdit } from 'vscode-languageserver';
import { insertName as insertionOf } from '../core/edit/insert-name';
import { INSERT_NAME_REQUEST, type InsertNameParams } from '../protocol/index';
import { answer, queryAt, type Feature, type OpenDocument } from './feature';
import { toEdits } from './to-lsp';

export const insertName: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(INSERT_NAME_REQUEST, (params: InsertNameParams, token: CancellationToken) =>
      answer<TextEdit[] | null>(workspace, params.textDocument.uri, token, null, (open) =>
        editsFor(open, params),
      ),
    );
  },
};

function editsFor(
  { document, schema, checked }: OpenDocument,
  { range, id }: InsertNameParams,
): TextEdit[] | null {
  const selection = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const { queries } = checked();
  // Between two queries, or after the last one, the name belongs to the query before.
  const query =
    queryAt(checked(), selection.start) ??
    queries.findLast((one) => one.range.end <= selection.start) ??
    queries[0];
  return query && schema ? toEdits(document, insertionOf(query, schema, selection, id)) : null;
}
