import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { soundQuery, unknownRelation } from './support/queries';
import { activeEditor, closeEditors, type OpenQuery, openQuery } from './support/query';

describe('CodeLens', () => {
  afterEach(closeEditors);

  it('the CodeLens reports that there are no findings', async () => {
    await findLens(await openQuery(soundQuery), '✓ no problems found');
  });

  it('the CodeLens reveals the finding', async () => {
    const query = await openQuery(unknownRelation);
    const { command, arguments: where = [] } = await findLens(query, '1 error');
    await eventually('the relation is marked', query.findings, (all) => all.length > 0);
    await vscode.commands.executeCommand(command, ...(where as unknown[]));
    const editor = await activeEditor((shown) => shown === query.document);
    await eventually(
      'the caret is at the finding',
      () => editor.selection,
      ({ active }) => query.marked.contains(active),
    );
  });
});

async function findLens({ document }: OpenQuery, title: string): Promise<vscode.Command> {
  const read = async (): Promise<readonly (vscode.Command | undefined)[]> => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      10,
    );
    return lenses.map(({ command }) => command);
  };
  const hasTitle = (command: vscode.Command | undefined): boolean => command?.title === title;
  const commands = await eventually(`there is a CodeLens “${title}”`, read, (found) => found.some(hasTitle));
  return commands.find(hasTitle) ?? assert.fail('There is no CodeLens.');
}
