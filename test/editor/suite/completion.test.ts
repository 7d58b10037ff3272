import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { activeEditor, closeEditors, openQuery } from './support/query';

describe('completion', () => {
  afterEach(closeEditors);

  it('completion offers relations that fit the subject, best first', async () => {
    const query = await openQuery(`PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT ?x WHERE {
  ?film a ns:film.film .
  ?film ns:direct‹› ?x .
}
`);
    const names = await eventually(
      'there are proposals',
      async () => {
        const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
          'vscode.executeCompletionItemProvider',
          query.document.uri,
          query.marked.start,
        );
        return sortItems(items).map(({ label }) => (typeof label === 'string' ? label : label.label));
      },
      (all) => all.some((label) => label.includes('film.film.directed_by')),
    );
    assert.match(names[0] ?? '', /film\.film\.directed_by/);
  });

  it('completion replaces a whole name that contains dots', async () => {
    const query = await openQuery(`PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT ?x WHERE {
  ?film a ns:film.film .
  ?film ns:film.film.directed_‹› ?x .
}
`);
    const editor = await activeEditor((shown) => shown === query.document);
    editor.selection = new vscode.Selection(query.marked.start, query.marked.start);
    await eventually(
      'the proposal is accepted',
      async () => {
        await vscode.commands.executeCommand('editor.action.triggerSuggest');
        await vscode.commands.executeCommand('acceptSelectedSuggestion');
        return query.document.lineAt(3).text;
      },
      (line) => line === '  ?film ns:film.film.directed_by ?x .',
    );
  });
});

/** Sorts items as the suggestion list does. */
function sortItems(items: readonly vscode.CompletionItem[]): readonly vscode.CompletionItem[] {
  const key = ({ sortText, label }: vscode.CompletionItem): string =>
    sortText ?? (typeof label === 'string' ? label : label.label);
  return [...items].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}
