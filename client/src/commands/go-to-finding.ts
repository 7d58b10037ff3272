import * as vscode from 'vscode';
import type { GoToFindingArguments } from '../../../server/src/protocol/index';
import type { LastQuery } from '../schema/last-query';

/** Goes to a finding and opens the editor's marker navigation there. */
export async function goToFinding(...[uri, { start }]: GoToFindingArguments): Promise<void> {
  const position = new vscode.Position(start.line, start.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
    selection: new vscode.Range(position, position),
  });
  await vscode.commands.executeCommand('editor.action.marker.next');
}

/** Goes to the first finding of the query that was active last, and shows it or its fixes. */
export async function goToFirstFinding(lastQuery: LastQuery, show: 'problem' | 'fixes'): Promise<void> {
  const editor = await lastQuery.show();
  if (!editor) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a query first.'));
    return;
  }
  const [first] = [...vscode.languages.getDiagnostics(editor.document.uri)].sort((one, other) =>
    one.range.start.compareTo(other.range.start),
  );
  if (!first) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No problems found in this file.'));
    return;
  }
  editor.selection = new vscode.Selection(first.range.start, first.range.start);
  editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  await vscode.commands.executeCommand(
    show === 'fixes' ? 'editor.action.quickFix' : 'editor.action.marker.next',
  );
}
