import type { Definition, LocationLink, Range } from 'vscode-languageserver';
import { definitionAt } from '../core/edit/definition';
import { answerAt, queryAt, type Feature, type OpenDocument } from './feature';
import { toRange } from './to-lsp';
import type { Workspace } from './workspace';

export const definition: Feature = {
  capabilities: { definitionProvider: true },
  listen(connection, workspace) {
    connection.onDefinition((params, token) =>
      answerAt(workspace, params, token, (open, offset) => findDefinition(open, offset, workspace)),
    );
  },
};

const TOP: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function findDefinition(
  { document, schema, checked }: OpenDocument,
  offset: number,
  { client, pages }: Workspace,
): Definition | LocationLink[] | null {
  const query = queryAt(checked(), offset);
  const found = query && definitionAt(query, schema, offset);
  if (!found) return null;
  const { origin, target } = found;
  const uri = target.kind === 'page' ? schema && pages.uriOf(schema, target.id) : document.uri;
  if (uri === undefined) return null;
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
