import * as vscode from 'vscode';
import type { GoToFindingArguments } from '../../../server/src/protocol/index';

/** Leads to a finding and opens its message below it, from where the next ones can be reached. */
export async function goToFinding(...[uri, { start }]: GoToFindingArguments): Promise<void> {
  const position = new vscode.Position(start.line, start.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
    selection: new vscode.Range(position, position),
  });
  await vscode.commands.executeCommand('editor.action.marker.next');
}
