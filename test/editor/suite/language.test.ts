import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { soundQuery } from './support/queries';
import { closeEditors, type OpenQuery, openQuery } from './support/query';

describe('The SPARQL language', () => {
  afterEach(closeEditors);

  for (const [inside, word] of [
    ['person.place', 'ns:people.person.place_of_birth'],
    ['02mj', 'ns:m.02mjmr'],
    ['place .', '?place'],
    ['ISTINCT', 'DISTINCT'],
  ] as const) {
    it(`takes ${word} for one word`, async () => {
      await hasWord(await openQuery(soundQuery), inside, word);
    });
  }

  it('leaves the full stop after a name out of the word', async () => {
    const query = await openQuery('SELECT ?film WHERE { ?film a ns:film.film. }');
    await hasWord(query, 'film.film.', 'ns:film.film');
  });

  it('comments a line with #', async () => {
    const query = await openQuery('SELECT ?film WHERE { ?film a ns:film.film . }');
    await hasWord(query, 'film.film', 'ns:film.film');
    await vscode.commands.executeCommand('editor.action.commentLine');
    assert.equal(query.document.getText(), '# SELECT ?film WHERE { ?film a ns:film.film . }');
  });
});

/** The editor reads a language's configuration some time after it opens the first document. */
async function hasWord({ document }: OpenQuery, inside: string, word: string): Promise<void> {
  const position = document.positionAt(document.getText().indexOf(inside) + 1);
  const read = (): string => document.getText(document.getWordRangeAtPosition(position));
  await eventually(`the word is ${word}`, read, (found) => found === word);
}
