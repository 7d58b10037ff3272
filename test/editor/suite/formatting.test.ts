import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { closeEditors, openQuery } from './support/query';

describe('formatting', () => {
  afterEach(closeEditors);

  it('Format Document formats a query and keeps its comments', async () => {
    const { document } = await openQuery(`# question: Where was he born?
prefix ns: <http://rdf.freebase.com/ns/>
select distinct ?place where { # the place
ns:m.02mjmr ns:people.person.place_of_birth ?place }
`);
    await eventually(
      'it is formatted',
      async () => {
        await vscode.commands.executeCommand('editor.action.formatDocument');
        return document.getText();
      },
      (text) => text.includes('SELECT DISTINCT ?place WHERE {'),
    );
    const text = document.getText();
    assert.match(text, /^# question: Where was he born\?\n/);
    assert.match(text, /# the place/);
    assert.match(text, /^ +ns:m\.02mjmr ns:people\.person\.place_of_birth \?place/m);
    await vscode.commands.executeCommand('editor.action.formatDocument');
    assert.equal(document.getText(), text);
  });
});
