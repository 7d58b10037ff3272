import type { DocumentLink } from 'vscode-languageserver';
import { documentLinks as linksOf } from '../core/edit/document-links';
import { answer, type Feature, type OpenDocument } from './feature';
import { toRange } from './to-lsp';
import type { Workspace } from './workspace';

export const documentLinks: Feature = {
  capabilities: { documentLinkProvider: {} },
  listen(connection, workspace) {
    connection.onDocumentLinks(({ textDocument }, token) =>
      answer(workspace, textDocument.uri, token, [], (open) => linksIn(open, workspace)),
    );
  },
};

function linksIn({ document, schema, checked }: OpenDocument, { client, pages }: Workspace): DocumentLink[] {
  // A page that is a file is written only when the user goes to it.
  const pageOf = (id: string): string | undefined =>
    schema && client.schemaPages ? pages.uriOf(schema, id) : undefined;
  return checked()
    .queries.flatMap((query) => linksOf(query, schema))
    .flatMap(({ range, target, tooltip }) => {
      const uri = target.kind === 'web' ? target.url : pageOf(target.id);
      return uri === undefined ? [] : [{ range: toRange(document, range), target: uri, tooltip }];
    });
}
