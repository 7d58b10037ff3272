import type { SelectionRange } from 'vscode-languageserver';
import { selectionsAt } from '../core/edit/selection';
import { answer, type Feature, type OpenDocument } from './feature';
import { toRange } from './to-lsp';

export const selectionRanges: Feature = {
  capabilities: { selectionRangeProvider: true },
  listen(connection, workspace) {
    connection.onSelectionRanges(({ textDocument, positions }, token) =>
      answer(workspace, textDocument.uri, token, [], (open) =>
        positions.map((position) => selectionRangeAt(open, open.document.offsetAt(position))),
      ),
    );
  },
};

/** Every position has one, at least the position itself. */
function selectionRangeAt({ document, checked }: OpenDocument, offset: number): SelectionRange {
  const around = selectionsAt(document.getText(), checked().queries, offset);
  return (
    around.reduceRight<SelectionRange | undefined>(
      (parent, where) => ({ range: toRange(document, where), ...(parent ? { parent } : {}) }),
      undefined,
    ) ?? { range: toRange(document, { start: offset, end: offset }) }
  );
}
