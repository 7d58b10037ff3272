import type { SelectionRange } from 'vscode-languageserver';
import { selectionRangesAt } from '../core/edit/selection';
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

/** Returns at least the position itself, because LSP requires a range for each position. */
function selectionRangeAt({ document, checked }: OpenDocument, offset: number): SelectionRange {
  const selections = selectionRangesAt(document.getText(), checked().queries, offset);
  return (
    selections.reduceRight<SelectionRange | undefined>(
      (parent, range) => ({ range: toRange(document, range), ...(parent ? { parent } : {}) }),
      undefined,
    ) ?? { range: toRange(document, { start: offset, end: offset }) }
  );
}
