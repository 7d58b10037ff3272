import * as vscode from 'vscode';
import type { GoToFindingArguments } from '../../../server/src/protocol/index';

/** Goes to a finding and opens the editor's marker navigation there. */
export async function goToFinding(...[uri, { start }]: GoToFindingArguments): Promise<void> {
  const position = new vscode.Position(start.line, start.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
    selection: new vscode.Range(position, position),
  });
  await vscode.commands.executeCommand('editor.action.marker.next');
}
