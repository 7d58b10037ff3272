import { SymbolKind, type DocumentSymbol, type SymbolInformation } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { outlineOf, type OutlineItem, type OutlineKind } from '../core/edit/outline';
import { answer, type Feature } from './feature';
import { toRange } from './to-lsp';

export const documentSymbols: Feature = {
  capabilities: { documentSymbolProvider: true },
  listen(connection, workspace) {
    connection.onDocumentSymbol(({ textDocument }, token) =>
      answer<DocumentSymbol[] | SymbolInformation[]>(
        workspace,
        textDocument.uri,
        token,
        [],
        ({ document, checked }) => {
          const outline = outlineOf(checked().queries);
          return workspace.client.symbolTrees
            ? outline.map((item) => toSymbol(document, item))
            : outline.flatMap((item) => toSymbolList(document, item));
        },
      ),
    );
  },
};

const KINDS: Readonly<Record<OutlineKind, SymbolKind>> = {
  query: SymbolKind.Function,
  prefixes: SymbolKind.Namespace,
  prefix: SymbolKind.Namespace,
  group: SymbolKind.Object,
  triple: SymbolKind.Property,
  filter: SymbolKind.Operator,
  bind: SymbolKind.Variable,
  values: SymbolKind.Array,
  modifier: SymbolKind.Key,
};

function toSymbol(
  document: TextDocument,
  { kind, name, detail, range, selection, children }: OutlineItem,
): DocumentSymbol {
  return {
    name,
    detail,
    kind: KINDS[kind],
    range: toRange(document, range),
    selectionRange: toRange(document, selection),
    children: children.map((child) => toSymbol(document, child)),
  };
}

/** An item and the items in it, for clients without trees. */
export function toSymbolList(
  document: TextDocument,
  { kind, name, range, children }: OutlineItem,
  containerName?: string,
): SymbolInformation[] {
  return [
    {
      name,
      kind: KINDS[kind],
      location: { uri: document.uri, range: toRange(document, range) },
      ...(containerName !== undefined && { containerName }),
    },
    ...children.flatMap((child) => toSymbolList(document, child, name)),
  ];
}
