import type { CancellationToken, TextEdit } from 'vscode-languageserver';
import { insertLiteral, insertName as insertNameInQuery } from '../core/edit/insert-name';
import { INSERT_NAME_REQUEST, type InsertNameParams } from '../protocol/index';
import { answer, queryAt, type CustomFeature, type OpenDocument } from './feature';
import { toEdits, toTextRange } from './to-lsp';

export const insertName: CustomFeature = (connection, workspace) => {
  connection.onRequest(INSERT_NAME_REQUEST, (params: InsertNameParams, token: CancellationToken) =>
    answer<TextEdit[] | null>(workspace, params.textDocument.uri, token, null, (open) =>
      editsFor(open, params),
    ),
  );
};

function editsFor(
  { document, schema, checked }: OpenDocument,
  { range, inserted }: InsertNameParams,
): TextEdit[] | null {
  const selection = toTextRange(document, range);
  const { queries } = checked();
  // Between two queries, or after the last one, the name is inserted into the query before.
  const query =
    queryAt(checked(), selection.start) ??
    queries.findLast((one) => one.range.end <= selection.start) ??
    queries[0];
  if (!query) return null;
  if (typeof inserted !== 'string') return toEdits(document, insertLiteral(query, selection, inserted));
  return schema ? toEdits(document, insertNameInQuery(query, schema, selection, inserted)) : null;
}
