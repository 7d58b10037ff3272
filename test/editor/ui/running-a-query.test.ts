import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { Workbench } from './support/workbench';

const query = `# question: Where was Barack Obama born?
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
}
`;

/** A cross product of all facts that never finishes. */
const endless = `SELECT (COUNT(*) AS ?n) { ${'abcdefghij'.replace(/./g, '?$&1 ?$&2 ?$&3 . ')}}`;

describe('UI: running a query', () => {
  let workbench: Workbench;
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
  });

  it('Ctrl+Enter runs a query and shows the names of its answers', async () => {
    workbench = await Workbench.open(query);
    await kbItem(workbench).filter({ hasText: 'Sample' }).waitFor();
    await workbench.moveTo(3, 1);
    await workbench.press('Control+Enter');
    await workbench.panel.getByText('Honolulu').first().waitFor();
    assert.equal(await workbench.page.locator('.editor-instance .monaco-editor.focused').count(), 1);
  });

  it('the CodeLens runs a query, and a long run can be stopped', async () => {
    workbench = await Workbench.openNewFile(endless);
    await workbench.lens('Run').click();
    await kbItem(workbench)
      .filter({ hasText: /Sample \d+ s/ })
      .waitFor();
    await workbench.page.locator('.editor-actions a[aria-label^="Stop Running Queries"]').click();
    await workbench.panel.getByText('cancelled').first().waitFor();
    await kbItem(workbench)
      .filter({ hasText: /Sample$/ })
      .waitFor();
  });

  it('the status bar lists the KBs and chooses one', async () => {
    workbench = await Workbench.open(query, { 'funfusic.knowledgeBases': { Mine: { file: 'mine.nt' } } });
    await kbItem(workbench).filter({ hasText: 'Sample' }).waitFor();
    await kbItem(workbench).click();
    for (const words of ['Sample', 'Mine', 'Add Knowledge Base', 'Manage Knowledge Bases'])
      await workbench.quickPickItems.filter({ hasText: words }).first().waitFor();
    await workbench.choose('Mine');
    await kbItem(workbench).filter({ hasText: 'Mine' }).waitFor();
  });

  it('the status bar keeps the KB when the results have the focus', async () => {
    workbench = await Workbench.open(query);
    await workbench.moveTo(3, 1);
    await workbench.press('Control+Enter');
    await workbench.panel.getByText('Honolulu').first().click();
    await workbench.activeTab.filter({ hasText: 'Results' }).waitFor();
    await kbItem(workbench).filter({ hasText: 'Sample' }).waitFor();
    workbench.writeSettings({ 'funfusic.knowledgeBase': 'Gone' });
    await kbItem(workbench).locator('[aria-label*="There is no KB called Gone"]').waitFor();
    await workbench.page.locator('[id="fun-fusic.fun-fusic.funfusic.ask"]').waitFor();
  });

  it('the Knowledge Bases view switches to a KB and removes it after a confirmation', async () => {
    workbench = await Workbench.open(
      query,
      { 'funfusic.knowledgeBases': { Mine: { file: 'mine.nt' } } },
      { 'mine.nt': '<http://a> <http://b> <http://c> .\n' },
    );
    await workbench.openSchemaView();
    await workbench.showView('Knowledge Bases', true);
    const row = workbench.treeRow('Mine, ');
    await workbench.chooseFromMenu(row, 'Use for Queries');
    await workbench.treeRow('Mine, in use').waitFor();
    await workbench.chooseFromMenu(row, 'Reload');
    await workbench.treeRow('Mine, in use, loaded, 1 fact').waitFor();
    await workbench.chooseFromMenu(row, 'Remove');
    await workbench.answerDialog('Remove the knowledge base Mine?', 'Remove');
    await row.waitFor({ state: 'detached' });
    await workbench.pressInNotification(await workbench.notification('The KB Mine was removed.'), 'Undo');
    await workbench.treeRow('Mine, in use').waitFor();
    await workbench.showView('Knowledge Bases', false);
  });

  it('Manage Knowledge Bases goes back to the list and removes a KB', async () => {
    workbench = await Workbench.open(query, {
      'funfusic.knowledgeBases': { Mine: { file: 'mine.nt' }, Other: { file: 'other.nt' } },
    });
    const menu = (title: string): Promise<void> =>
      workbench.page.locator('.quick-input-titlebar', { hasText: title }).waitFor();
    await workbench.run('FUn-FuSIC: Manage Knowledge Bases…');
    await menu('Manage Knowledge Bases');
    await workbench.choose('Sample');
    await menu('Sample');
    await workbench.quickPickItems.filter({ hasText: 'Test Connection' }).waitFor();
    await workbench.quickPickItems.filter({ hasText: 'Remove' }).waitFor({ state: 'detached' });
    await workbench.page.locator('.quick-input-titlebar [aria-label^="Back"]').click();
    await menu('Manage Knowledge Bases');
    await workbench.choose('Mine');
    await menu('Mine');
    await workbench.choose('Remove');
    await workbench.answerDialog('Remove the knowledge base Mine?', 'Remove');
    await menu('Manage Knowledge Bases');
    await workbench.quickPickItems.filter({ hasText: 'Other' }).waitFor();
    // A reused row may still have hidden text of its previous item.
    await workbench.page.locator('.quick-input-list [aria-label*=" Mine"]').waitFor({ state: 'detached' });
    await workbench.choose('Other');
    await menu('Other');
    await workbench.choose('Use for Queries');
    await kbItem(workbench).filter({ hasText: 'Other' }).waitFor();
  });
});

function kbItem({ page }: Workbench): Locator {
  return page.locator('[id="fun-fusic.fun-fusic.funfusic.kb"]');
}
