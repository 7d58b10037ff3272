import { FoldingRangeKind, type FoldingRange } from 'vscode-languageserver';
import { foldingRangesOf } from '../core/edit/folding';
import { LineIndex } from '../core/language/text/line-index';
import { answer, type Feature, type OpenDocument } from './feature';

export const folding: Feature = {
  capabilities: { foldingRangeProvider: true },
  listen(connection, workspace) {
    connection.onFoldingRanges(({ textDocument }, token) =>
      answer(workspace, textDocument.uri, token, [], foldingRanges),
    );
  },
};

const KINDS = {
  block: undefined,
  imports: FoldingRangeKind.Imports,
  comment: FoldingRangeKind.Comment,
  region: FoldingRangeKind.Region,
} as const;

/** Returns the longest fold that starts on each line. */
function foldingRanges({ document, checked }: OpenDocument): FoldingRange[] {
  const text = document.getText();
  const lines = new LineIndex(text);
  const byLine = new Map<number, FoldingRange>();
  for (const { kind, range } of foldingRangesOf(text, checked().queries)) {
    const [startLine, endLine] = [lines.lineOf(range.start), lines.lineOf(range.end)];
    if (endLine <= startLine || endLine <= (byLine.get(startLine)?.endLine ?? 0)) continue;
    const lspKind = KINDS[kind];
    byLine.set(startLine, { startLine, endLine, ...(lspKind ? { kind: lspKind } : {}) });
  }
  return [...byLine.values()].sort((left, right) => left.startLine - right.startLine);
}
