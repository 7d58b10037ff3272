import { InlayHintKind, type InlayHint, type MarkupKind, type Range } from 'vscode-languageserver';
import { inlayHintsOf } from '../core/edit/inlay-hints';
import { touches } from '../core/language/text/range';
import { answer, type Feature, type OpenDocument } from './feature';
import { toMarkup, toTextRange } from './to-lsp';

export const inlayHints: Feature = {
  capabilities: { inlayHintProvider: true },
  listen(connection, workspace) {
    connection.languages.inlayHint.on(({ textDocument, range }, token) =>
      answer<InlayHint[]>(workspace, textDocument.uri, token, [], (open) =>
        hintsIn(open, range, workspace.client.hoverFormat),
      ),
    );
  },
  refresh(connection, { workspace }) {
    if (workspace?.inlayHint?.refreshSupport !== true) return undefined;
    return connection.languages.inlayHint.refresh();
  },
};

function hintsIn(
  { document, settings, schema, namesIn, checked }: OpenDocument,
  range: Range,
  format: MarkupKind,
): InlayHint[] {
  const { variableTypes, entityNames } = settings.inlayHints;
  if (!schema || (!variableTypes && !entityNames)) return [];
  const visible = toTextRange(document, range);
  return checked()
    .queries.filter((query) => touches(query.range, visible))
    .flatMap((query) =>
      inlayHintsOf(query, schema, visible, {
        variableTypes,
        entityNames: entityNames ? namesIn(query) : undefined,
      }),
    )
    .map(({ offset, kind, label, tooltip }) => ({
      position: document.positionAt(offset),
      label,
      ...(kind === 'type' ? { kind: InlayHintKind.Type } : { paddingLeft: true }),
      tooltip: toMarkup(tooltip, format),
    }));
}
