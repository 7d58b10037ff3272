import assert from 'node:assert/strict';
import { Workbench } from './support/workbench';

const query = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
}
`;

const libraryQuery = `PREFIX lib: <http://example.org/>
SELECT ?loan WHERE {
  ?book lib:library.book.loan ?loan .
  ?loan 
}
`;

const library = JSON.stringify({
  name: 'Library',
  namespace: 'http://example.org/',
  types: { 'library.book': {}, 'library.reader': {}, 'library.loan': { kind: 'mediator' } },
  relations: {
    'library.book.loan': { domain: 'library.book', range: 'library.loan', reverse: 'library.loan.book' },
    'library.loan.book': { domain: 'library.loan', range: 'library.book', reverse: 'library.book.loan' },
    'library.loan.reader': { domain: 'library.loan', range: 'library.reader' },
  },
});

const openLibrary = (): Promise<Workbench> =>
  Workbench.open(libraryQuery, { 'funfusic.schema.file': 'library.json' }, { 'library.json': library });

describe('UI: browsing the schema', () => {
  let workbench: Workbench;
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
  });

  it('Search Schema finds a relation and opens its page with working links', async () => {
    workbench = await Workbench.open(query);
    await workbench.run('FUn-FuSIC: Search Schema');
    await workbench.page.locator('.quick-input-titlebar', { hasText: 'Search Schema' }).waitFor();
    await workbench.type('birth place');
    await workbench.quickPickItems.first().filter({ hasText: 'people.person.place_of_birth' }).waitFor();
    await workbench.press('Enter');
    await workbench.activeTab.filter({ hasText: 'people.person.place_of_birth' }).waitFor();
    const link = workbench.page
      .locator('.editor-instance .detected-link')
      .filter({ hasText: /^location\.location$/ });
    await link.first().waitFor();
    // By keyboard, because Ctrl with the mouse redraws the link and a click may miss it.
    await workbench.press('Control+F');
    await workbench.page.locator('.find-widget.visible textarea:focus').waitFor();
    await workbench.type('location.location');
    await workbench.page.locator('.find-widget .matchesCount', { hasText: /^1 of / }).waitFor();
    await workbench.press('Escape');
    await workbench.run('Open Link');
    await workbench.activeTab.filter({ hasText: /^location\.location$/ }).waitFor();
    await workbench.lines.filter({ hasText: /^type.location\.location$/ }).waitFor();
  });

  it('F12 opens a schema page', async () => {
    workbench = await Workbench.open(query);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await workbench.moveTo(3, 30);
    await workbench.press('F12');
    await workbench.activeTab.filter({ hasText: 'people.person.place_of_birth' }).waitFor();
    await workbench.lines.filter({ hasText: /^place.of.birth$/ }).waitFor();
  });

  it('the schema tree inserts a relation of a mediator at the caret', async () => {
    workbench = await openLibrary();
    await workbench.moveTo(4, 9);
    await workbench.openSchemaView();
    await workbench.expand('domain library, 3 types');
    await workbench.treeRow('type book, ').click();
    await workbench.activeTab.filter({ hasText: 'library.book' }).waitFor();
    await workbench.expand('type book, ');
    await workbench.expand('relation loan, leads to mediator loan');
    const reader = workbench.treeRow('relation reader, leads to reader');
    await reader.hover();
    await reader.locator('[aria-label^="Insert"]').click();
    await workbench.activeTab.filter({ hasText: 'query.rq' }).waitFor();
    await workbench.lines.filter({ hasText: '?loan lib:library.loan.reader' }).waitFor();
    await workbench.focusedEditor.waitFor();
    await workbench.type(' ?reader .');
    // An inlay hint may follow the variable.
    await workbench.lines.filter({ hasText: /lib:library\.loan\.reader.\?reader.*\.$/ }).waitFor();
  });

  it('the schema tree reveals the name at the caret, and the keyboard replaces it', async () => {
    workbench = await openLibrary();
    await workbench.statusItem.filter({ hasText: 'Library' }).waitFor();
    await workbench.moveTo(3, 20);
    await workbench.run('FUn-FuSIC: Reveal in Schema');
    await workbench.page.locator('.monaco-list-row.selected[aria-label^="relation loan, "]').waitFor();
    await workbench.press('ArrowRight');
    await workbench.treeRow('relation reader, ').waitFor();
    await workbench.press('ArrowDown');
    await workbench.page.locator('.monaco-list-row.focused[aria-label^="relation reader, "]').waitFor();
    await workbench.press('Enter');
    await workbench.activeTab.filter({ hasText: 'library.loan.reader' }).waitFor();
    await workbench.press('Control+Enter');
    await workbench.activeTab.filter({ hasText: 'query.rq' }).waitFor();
    await workbench.lines.filter({ hasText: 'lib:library.loan.reader' }).waitFor();
  });

  it('inserting a name without a query offers a new one', async () => {
    workbench = await openLibrary();
    await workbench.statusItem.filter({ hasText: 'Library' }).waitFor();
    await workbench.run('View: Close All Editors');
    await workbench.activeTab.first().waitFor({ state: 'detached' });
    await workbench.openSchemaView();
    await workbench.expand('domain library, ');
    const book = workbench.treeRow('type book, ');
    await book.hover();
    await book.locator('[aria-label^="Insert"]').click();
    const message = await workbench.notification('No query is open');
    await workbench.pressInNotification(message, 'New Query');
    await workbench.lines.filter({ hasText: '?x ns:library.book' }).waitFor();
    assert.match(await workbench.text(), /^PREFIX ns: <http:\/\/example\.org\/>/);
  });
});
