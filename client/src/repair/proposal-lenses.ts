import * as vscode from 'vscode';
import type { Proposals } from './proposals';

/** The actions above each change of a proposal. A default setting of the manifest makes the editor show them in diffs. */
export function proposalLenses(proposals: Proposals): vscode.CodeLensProvider {
  return {
    onDidChangeCodeLenses: (listener: () => void) => proposals.onDidChange(() => listener()),
    provideCodeLenses: ({ uri }) => {
      const lines = proposals.changedLines(uri);
      const isOutdated = proposals.isOutdated(uri);
      return lines.flatMap((line) => lensesAt(uri, line, lines.length, isOutdated));
    },
  };
}

function lensesAt(
  uri: vscode.Uri,
  line: number,
  changes: number,
  isOutdated: boolean,
): readonly vscode.CodeLens[] {
  const range = new vscode.Range(line, 0, line, 0);
  const lens = (title: string, command: string): vscode.CodeLens =>
    new vscode.CodeLens(range, { title, command, arguments: [uri, line] });
  const discard = lens(vscode.l10n.t('$(close) Discard'), 'funfusic.discardRepair');
  // Accepting explains why it is not possible, and offers to copy the proposal or to repair again.
  if (isOutdated)
    return [lens(vscode.l10n.t('$(warning) The query has changed…'), 'funfusic.acceptRepair'), discard];
  return [
    // With one change, it would do the same as Accept All.
    ...(changes > 1 ? [lens(vscode.l10n.t('$(check) Accept This Change'), 'funfusic.acceptChange')] : []),
    lens(vscode.l10n.t('$(check-all) Accept All'), 'funfusic.acceptRepair'),
    discard,
  ];
}
