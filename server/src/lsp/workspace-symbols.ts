import { SymbolKind, type SymbolInformation } from 'vscode-languageserver';
import { searchSchema, type SchemaHit } from '../core/edit/schema-search';
import { labelOf } from '../core/schema/labels';
import type { KbSchema } from '../core/schema/schema';
import type { Feature } from './feature';
import { schemaPageUri } from './to-lsp';

const MAX_SYMBOLS = 200;

/** Finds relations and types of the schema, for a client that can open their pages. */
export const workspaceSymbols: Feature = {
  capabilities: { workspaceSymbolProvider: true },
  listen(connection, workspace) {
    connection.onWorkspaceSymbol(async ({ query }) => {
      const schema = workspace.client.schemaPages ? await workspace.schema() : undefined;
      if (!schema) return [];
      return searchSchema(schema, query, MAX_SYMBOLS).map((hit) => toSymbol(schema, hit));
    });
  },
};

function toSymbol(schema: KbSchema, { id, kind }: SchemaHit): SymbolInformation {
  const top = { line: 0, character: 0 };
  return {
    name: id,
    kind: kindOf(schema, id, kind),
    // Editors filter the results again by name and container name, so the container name contains all words.
    containerName: id.split('.').map(labelOf).join(' · '),
    location: { uri: schemaPageUri(id), range: { start: top, end: top } },
  };
}

function kindOf(schema: KbSchema, id: string, kind: SchemaHit['kind']): SymbolKind {
  if (kind === 'relation') return SymbolKind.Property;
  return schema.type(id)?.kind === 'mediator' ? SymbolKind.Interface : SymbolKind.Class;
}
