import type { Definition, LocationLink, Range } from 'vscode-languageserver';
import { definitionAt } from '../core/edit/definition';
import type { ClientAbilities } from './client-abilities';
import { answerAt, queryAt, type Feature, type OpenDocument } from './feature';
import { schemaPageUri, toRange } from './to-lsp';

export const definition: Feature = {
  capabilities: { definitionProvider: true },
  listen(connection, workspace) {
    connection.onDefinition((params, token) =>
      answerAt<Definition | LocationLink[] | null>(workspace, params, token, null, (open, offset) =>
        findDefinition(open, offset, workspace.client),
      ),
    );
  },
};

const TOP: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function findDefinition(
  { document, schema, checked }: OpenDocument,
  offset: number,
  client: ClientAbilities,
): Definition | LocationLink[] | null {
  const query = queryAt(checked(), offset);
  const found = query && definitionAt(query, schema, offset);
  if (!found) return null;
  const { origin, target } = found;
  if (target.kind === 'page' && !client.schemaPages) return null;
  const uri = target.kind === 'page' ? schemaPageUri(target.id) : document.uri;
  const range = target.kind === 'page' ? TOP : toRange(document, target.range);
  return client.definitionLinks
    ? [
        {
          originSelectionRange: toRange(document, origin),
          targetUri: uri,
          targetRange: range,
          targetSelectionRange: range,
        },
      ]
    : { uri, range };
}
