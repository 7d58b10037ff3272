import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { soundQuery } from './support/queries';
import { activeEditor, closeEditors, type OpenQuery, openQuery } from './support/query';

describe('SPARQL language configuration', () => {
  afterEach(closeEditors);

  for (const [inside, word] of [
    ['person.place', 'ns:people.person.place_of_birth'],
    ['02mj', 'ns:m.02mjmr'],
    ['place .', '?place'],
    ['ISTINCT', 'DISTINCT'],
  ] as const) {
    it(`the editor treats ${word} as one word`, async () => {
      await hasWord(await openQuery(soundQuery), inside, word);
    });
  }

  it('the editor excludes the full stop after a name from the word', async () => {
    const query = await openQuery('SELECT ?film WHERE { ?film a ns:film.film. }');
    await hasWord(query, 'film.film.', 'ns:film.film');
  });

  it('the comment command inserts #', async () => {
    const query = await openQuery('SELECT ?film WHERE { ?film a ns:film.film . }');
    await hasWord(query, 'film.film', 'ns:film.film');
    await vscode.commands.executeCommand('editor.action.commentLine');
    assert.equal(query.document.getText(), '# SELECT ?film WHERE { ?film a ns:film.film . }');
  });

  it('Enter continues a comment only inside of it', async () => {
    const query = await openQuery('# one two\nSELECT ?film WHERE { ?film a ns:film.film . }');
    await hasWord(query, 'film.film', 'ns:film.film');
    await enterAfter(query, 0, '# one');
    assert.deepEqual(lines(query).slice(0, 2), ['# one', '# two']);
    await enterAfter(query, 1, '# two');
    assert.deepEqual(lines(query).slice(0, 3), ['# one', '# two', '']);
  });

  it('Enter indents after an opening bracket, even before a comment', async () => {
    const query = await openQuery('SELECT ?film WHERE { # (all)');
    await hasWord(query, 'ELECT', 'SELECT');
    await enterAfter(query, 0, 'SELECT ?film WHERE { # (all)');
    await vscode.commands.executeCommand('type', { text: '?film' });
    assert.match(lines(query)[1] ?? '', /^\s+\?film$/);
  });
});

const lines = ({ document }: OpenQuery): readonly string[] => document.getText().split('\n');

async function enterAfter(query: OpenQuery, line: number, text: string): Promise<void> {
  const editor = await activeEditor((shown) => shown === query.document);
  const at = new vscode.Position(line, text.length);
  editor.selection = new vscode.Selection(at, at);
  await vscode.commands.executeCommand('type', { text: '\n' });
}

/** The editor reads a language's configuration some time after it opens the first document. */
async function hasWord({ document }: OpenQuery, inside: string, word: string): Promise<void> {
  const position = document.positionAt(document.getText().indexOf(inside) + 1);
  const read = (): string => document.getText(document.getWordRangeAtPosition(position));
  await eventually(`the word is ${word}`, read, (found) => found === word);
}
