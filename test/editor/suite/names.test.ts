import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { soundQuery } from './support/queries';
import { closeEditors, openQuery } from './support/query';
import { resetSettings, set } from './support/settings';

describe('names in a query', () => {
  afterEach(async () => {
    await resetSettings();
    await closeEditors();
  });

  it('rename changes all occurrences of a variable', async () => {
    const { document } = await openQuery(soundQuery);
    const position = document.positionAt(document.getText().indexOf('?place') + 1);
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      position,
      'town',
    );
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.getText(), soundQuery.replaceAll('?place', '?town'));
  });

  it('hover shows the domain and range of a relation', async () => {
    const { document } = await openQuery(soundQuery);
    const position = document.positionAt(document.getText().indexOf('place_of_birth'));
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      position,
    );
    const [content] = hovers[0]?.contents ?? [];
    assert.ok(content instanceof vscode.MarkdownString);
    assert.match(content.value, /person \(`people\.person`\) → location/);
  });

  it('inlay hints show types and entity names until they are turned off', async () => {
    const { document } = await openQuery(soundQuery);
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const labels = async (): Promise<readonly unknown[]> => {
      const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        whole,
      );
      return hints.map(({ label }) => label);
    };
    // Entity names are requested from the KB when typing pauses.
    const both = await eventually('there are hints', labels, (all) => all.length > 1);
    assert.deepEqual(both, ['Barack Obama', ': location']);
    await set('inlayHints.variableTypes', false);
    const name = await eventually('there is one hint', labels, (all) => all.length < 2);
    assert.deepEqual(name, ['Barack Obama']);
    await set('inlayHints.entityNames', false);
    await eventually('there is no hint', labels, (all) => all.length === 0);
  });
});
