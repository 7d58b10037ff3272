import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { misspeltRelation } from './support/queries';
import { closeEditors, type OpenQuery, openQuery } from './support/query';

describe('A quick fix', () => {
  afterEach(closeEditors);

  it('puts a misspelt relation right and clears the finding', async () => {
    const query = await openQuery(misspeltRelation);
    await eventually('the relation is marked', query.findings, (all) => all.length === 1);
    const fixes = await quickFixes(query);
    const fix = fixes.find(({ title }) => title.includes('people.person.place_of_birth'));
    assert.ok(fix?.edit, `No fix for the misspelling among: ${fixes.map(({ title }) => title).join(', ')}`);
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(query.document.getText(), /ns:people\.person\.place_of_birth \?place/);
    await eventually('nothing is marked', query.findings, (all) => all.length === 0);
  });
});

/** With their edits: the count asks VS Code to resolve that many. */
async function quickFixes(query: OpenQuery): Promise<readonly vscode.CodeAction[]> {
  const command = 'vscode.executeCodeActionProvider';
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    command,
    query.document.uri,
    query.marked,
    vscode.CodeActionKind.QuickFix.value,
    20,
  );
}
