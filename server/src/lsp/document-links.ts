import type { DocumentLink } from 'vscode-languageserver';
import { documentLinks as linksOf } from '../core/edit/document-links';
import type { ClientAbilities } from './client-abilities';
import { answer, type Feature, type OpenDocument } from './feature';
import { schemaPageUri, toRange } from './to-lsp';

export const documentLinks: Feature = {
  capabilities: { documentLinkProvider: {} },
  listen(connection, workspace) {
    connection.onDocumentLinks(({ textDocument }, token) =>
      answer(workspace, textDocument.uri, token, [], (open) => linksIn(open, workspace.client)),
    );
  },
};

function linksIn(
  { document, schema, checked }: OpenDocument,
  { schemaPages }: ClientAbilities,
): DocumentLink[] {
  return checked()
    .queries.flatMap((query) => linksOf(query, schema))
    .filter(({ target }) => target.kind === 'web' || schemaPages)
    .map(({ range, target, tooltip }) => ({
      range: toRange(document, range),
      target: target.kind === 'web' ? target.url : schemaPageUri(target.id),
      tooltip,
    }));
}
