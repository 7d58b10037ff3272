import type { Location } from 'vscode-languageserver';
import { thingAt } from '../core/edit/occurrences';
import { answer, type Feature, type OpenDocument } from './feature';
import { toRange } from './to-lsp';

export const references: Feature = {
  capabilities: { referencesProvider: true },
  listen(connection, workspace) {
    connection.onReferences(({ textDocument, position, context }, token) =>
      answer(workspace, textDocument.uri, token, null, (open) =>
        referencesTo(open, open.document.offsetAt(position), context.includeDeclaration),
      ),
    );
  },
};

/** A place that binds a value counts as the declaration. */
function referencesTo(
  { document, checked }: OpenDocument,
  offset: number,
  includeDeclaration: boolean,
): Location[] | null {
  const thing = thingAt(checked().queries, offset);
  if (!thing) return null;
  return thing.occurrences
    .filter(({ access }) => includeDeclaration || access === 'read')
    .map(({ range }) => ({ uri: document.uri, range: toRange(document, range) }));
}
