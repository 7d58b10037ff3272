import { DocumentHighlightKind, type DocumentHighlight } from 'vscode-languageserver';
import { symbolAt } from '../core/edit/occurrences';
import { answerAt, type Feature, type OpenDocument } from './feature';
import { toRange } from './to-lsp';

export const documentHighlight: Feature = {
  capabilities: { documentHighlightProvider: true },
  listen(connection, workspace) {
    connection.onDocumentHighlight((params, token) => answerAt(workspace, params, token, findHighlights));
  },
};

function findHighlights({ document, checked }: OpenDocument, offset: number): DocumentHighlight[] | null {
  const thing = symbolAt(checked().queries, offset);
  if (!thing) return null;
  return thing.occurrences.map(({ range, access }) => ({
    range: toRange(document, range),
    kind: access === 'write' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}
