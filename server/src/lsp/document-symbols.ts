import { SymbolKind, type DocumentSymbol } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { outlineOf, type OutlineItem, type OutlineKind } from '../core/edit/outline';
import { answer, type Feature } from './feature';
import { toRange } from './to-lsp';

export const documentSymbols: Feature = {
  capabilities: { documentSymbolProvider: true },
  listen(connection, workspace) {
    connection.onDocumentSymbol(({ textDocument }, token) =>
      answer(workspace, textDocument.uri, token, [], ({ document, checked }) =>
        outlineOf(checked().queries).map((item) => toSymbol(document, item)),
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
