import { MarkupKind, type Hover } from 'vscode-languageserver';
import { hoverAt } from '../core/assist/hover';
import { answer, queryAt, type Feature, type OpenDocument } from './feature';
import { toRange } from './to-lsp';

export const hover: Feature = {
  capabilities: { hoverProvider: true },
  listen(connection, workspace) {
    connection.onHover(({ textDocument, position }, token) =>
      answer(workspace, textDocument.uri, token, null, (open) =>
        hoverOver(open, open.document.offsetAt(position)),
      ),
    );
  },
};

function hoverOver({ document, schema, nameOf, checked }: OpenDocument, offset: number): Hover | null {
  const query = queryAt(checked(), offset);
  const found = query && hoverAt(query, schema, offset, nameOf);
  if (!found) return null;
  return {
    range: toRange(document, found.range),
    contents: { kind: MarkupKind.Markdown, value: found.markdown },
  };
}
