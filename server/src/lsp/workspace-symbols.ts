import { SymbolKind, type SymbolInformation } from 'vscode-languageserver';
import { outlineOf } from '../core/edit/outline';
import { searchSchema, type SchemaHit } from '../core/edit/schema-search';
import { labelOf } from '../core/schema/labels';
import type { KbSchema } from '../core/schema/schema';
import type { Feature } from './feature';
import { toRange } from './to-lsp';
import type { Workspace } from './workspace';

const MAX_SYMBOLS = 200;
/** The limit for clients that get the pages as files, because each is written when it is found. */
const MAX_FILES = 50;

/** Finds the queries of open documents, and relations and types of the schema. */
export const workspaceSymbols: Feature = {
  capabilities: { workspaceSymbolProvider: true },
  listen(connection, workspace) {
    connection.onWorkspaceSymbol(async ({ query }) => {
      const schema = await workspace.schema();
      const limit = workspace.client.schemaPages ? MAX_SYMBOLS : MAX_FILES;
      const hits = schema ? searchSchema(schema, query, limit) : [];
      return [
        ...(await findQueries(workspace, query)),
        ...(schema ? hits.flatMap((hit) => toSymbols(schema, hit, workspace)) : []),
      ];
    });
  },
};

/** The queries whose question or first line contains all words of a text. */
async function findQueries(workspace: Workspace, text: string): Promise<readonly SymbolInformation[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found: SymbolInformation[] = [];
  for (const { uri } of workspace.documents.all()) {
    const open = await workspace.open(uri);
    if (!open) continue;
    for (const { name, detail, range } of outlineOf(open.checked().queries)) {
      const searched = `${name} ${detail}`.toLowerCase();
      if (found.length === MAX_SYMBOLS || !words.every((word) => searched.includes(word))) continue;
      const location = { uri, range: toRange(open.document, range) };
      found.push({ name, kind: SymbolKind.Function, containerName: detail, location });
    }
  }
  return found;
}

function toSymbols(
  schema: KbSchema,
  { id, kind }: SchemaHit,
  { pages }: Workspace,
): readonly SymbolInformation[] {
  const uri = pages.uriOf(schema, id);
  if (uri === undefined) return [];
  const top = { line: 0, character: 0 };
  return [
    {
      name: id,
      kind: kindOf(schema, id, kind),
      // Editors filter the results again by name and container name, so the container name contains all words.
      containerName: id.split('.').map(labelOf).join(' · '),
      location: { uri, range: { start: top, end: top } },
    },
  ];
}

function kindOf(schema: KbSchema, id: string, kind: SchemaHit['kind']): SymbolKind {
  if (kind === 'relation') return SymbolKind.Property;
  return schema.isMediator(id) ? SymbolKind.Interface : SymbolKind.Class;
}
