import type { Location } from 'vscode-languageserver';
import { symbolAt } from '../core/edit/occurrences';
import { answerAt, type Feature, type OpenDocument } from './feature';
import { toRange } from './to-lsp';

export const references: Feature = {
  capabilities: { referencesProvider: true },
  listen(connection, workspace) {
    connection.onReferences((params, token) =>
      answerAt(workspace, params, token, (open, offset) =>
        findReferences(open, offset, params.context.includeDeclaration),
      ),
    );
  },
};

/** An occurrence that binds a value counts as the declaration. */
function findReferences(
  { document, checked }: OpenDocument,
  offset: number,
  includeDeclaration: boolean,
): Location[] | null {
  const thing = symbolAt(checked().queries, offset);
  if (!thing) return null;
  return thing.occurrences
    .filter(({ access }) => includeDeclaration || access === 'read')
    .map(({ range }) => ({ uri: document.uri, range: toRange(document, range) }));
}
