import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { soundQuery } from './support/queries';
import { activeEditor, closeEditors, openQuery } from './support/query';
import { resetSettings, set } from './support/settings';

const page = (id: string): vscode.Uri =>
  vscode.Uri.from({ scheme: 'funfusic-schema', path: `/funfusic-schema/${id}` });

type Places = readonly (vscode.Location | vscode.LocationLink)[];

const targets = (places: Places): readonly string[] =>
  places.map((place) => ('targetUri' in place ? place.targetUri : place.uri).path.replace(/^.*\//, ''));

describe('schema pages', () => {
  afterEach(async () => {
    await resetSettings();
    await closeEditors();
  });

  it('Go to Definition opens the read-only page of a relation', async () => {
    const query = await openQuery(
      soundQuery.replace('ns:people.person.place_of_birth', '‹ns:people.person.place_of_birth›'),
    );
    const read = async (): Promise<Places> =>
      vscode.commands.executeCommand<Places>(
        'vscode.executeDefinitionProvider',
        query.document.uri,
        query.marked.start.translate(0, 8),
      );
    const places = await eventually('the relation has a definition', read, (all) => all.length > 0);
    assert.deepEqual(targets(places), ['people.person.place_of_birth']);
    const { document } = await vscode.window.showTextDocument(page('people.person.place_of_birth'));
    assert.equal(document.languageId, 'funfusic-schema');
    assert.match(document.getText(), /^place of birth\nrelation people\.person\.place_of_birth\n/);
    assert.equal(vscode.workspace.fs.isWritableFileSystem('funfusic-schema'), false);
  });

  it('a schema page links ids to their pages', async () => {
    const document = await vscode.workspace.openTextDocument(page('film.film.directed_by'));
    const links = await eventually(
      'there are links',
      async () =>
        vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri),
      (all) => all.some(({ target }) => target?.scheme === 'funfusic-schema'),
    );
    const written = links
      .filter(({ target }) => target?.scheme === 'funfusic-schema')
      .map(({ range, target }) => [document.getText(range), target?.path.replace(/^.*\//, '')]);
    assert.deepEqual(written, [
      ['film.film', 'film.film'],
      ['film.director', 'film.director'],
      ['film.director.film', 'film.director.film'],
    ]);
    const at = document.positionAt(document.getText().indexOf('film.director') + 3);
    const places = await vscode.commands.executeCommand<Places>(
      'vscode.executeDefinitionProvider',
      document.uri,
      at,
    );
    assert.deepEqual(targets(places), ['film.director']);
  });

  it('a schema page changes with the schema', async () => {
    const document = await vscode.workspace.openTextDocument(page('library.book'));
    await vscode.window.showTextDocument(document);
    assert.match(document.getText(), /not in the schema of Freebase/);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(folder, 'library.json'),
      new TextEncoder().encode(
        JSON.stringify({
          name: 'Library',
          namespace: 'http://example.org/',
          types: { 'library.book': {} },
          relations: { 'library.book.sequel': { domain: 'library.book', range: 'library.book' } },
        }),
      ),
    );
    await set('schema.file', 'library.json');
    await eventually(
      'the page shows the new schema',
      () => document.getText(),
      (text) => text.startsWith('book\ntype library.book\n'),
    );
  });

  it('workspace symbols include relations of the schema', async () => {
    const symbols = await eventually(
      'there are symbols',
      async () =>
        vscode.commands.executeCommand<vscode.SymbolInformation[]>(
          'vscode.executeWorkspaceSymbolProvider',
          'place birth',
        ),
      (all) => all.length > 0,
    );
    // The command sorts the symbols by name.
    const found = symbols.find(({ name }) => name === 'people.person.place_of_birth');
    assert.equal(found?.location.uri.scheme, 'funfusic-schema');
  });
});

describe('insert name', () => {
  afterEach(closeEditors);

  it('insertName inserts a name at the caret of the last query and one undo removes it', async () => {
    const { document } = await openQuery('SELECT ?x WHERE {\n  ?x \n}\n');
    const before = document.getText();
    const editor = await activeEditor((shown) => shown === document);
    editor.selection = new vscode.Selection(1, 5, 1, 5);
    await vscode.commands.executeCommand('funfusic.openSchemaPage', 'film.film.genre');
    await activeEditor((shown) => shown.languageId === 'funfusic-schema');
    await vscode.commands.executeCommand('funfusic.insertName', 'film.film.genre');
    const query = await activeEditor((shown) => shown === document);
    assert.equal(
      document.getText(),
      'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x WHERE {\n  ?x ns:film.film.genre\n}\n',
    );
    await eventually(
      'the caret is after the name',
      () => query.selection,
      ({ active, isEmpty }) => active.line === 2 && active.character === 23 && isEmpty,
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
  });

  it('insertName replaces the selection and leaves the caret after the name', async () => {
    const { document } = await openQuery('SELECT ?x WHERE {\n  ?x genre ?y\n}\n');
    const before = document.getText();
    const editor = await activeEditor((shown) => shown === document);
    editor.selection = new vscode.Selection(1, 5, 1, 10);
    await vscode.commands.executeCommand('funfusic.insertName', 'film.film.genre');
    await eventually(
      'the caret is after the name',
      () => editor.selection,
      ({ active, isEmpty }) => active.line === 2 && active.character === 23 && isEmpty,
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
  });

  it('insertName inserts a name into a new query', async () => {
    await vscode.commands.executeCommand('funfusic.newQuery');
    await vscode.commands.executeCommand('funfusic.insertName', 'film.film.genre');
    const { document } = await activeEditor((shown) => shown.languageId === 'sparql');
    assert.match(
      document.getText(),
      /^PREFIX ns: .*\n\nSELECT DISTINCT \?x WHERE \{\n {2}\?x ns:film\.film\.genre \?value \.\n\}\n$/,
    );
  });

  it('copySchemaId copies an id', async () => {
    await vscode.commands.executeCommand('funfusic.copySchemaId', 'film.film.genre');
    assert.equal(await vscode.env.clipboard.readText(), 'film.film.genre');
  });
});
