import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { Workbench } from './support/workbench';

const query = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  # He was president.
  ns:m.02mjmr ns:people.person.place_of_brith ?place .
}
`;
const QUESTION = 'Where was Barack Obama born?';
const queryWithQuestion = `# question: ${QUESTION}\n${query}`;

describe('UI: repairing a query', () => {
  let workbench: Workbench;
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
  });

  it('the quick fix asks for the question, shows a diff, and the repair is accepted and undone', async () => {
    workbench = await Workbench.open(query);
    await workbench.errorSquiggles.first().waitFor({ state: 'attached' });
    await workbench.moveTo(4, 20);
    await workbench.openQuickFixes();
    // Repair is the last quick fix; rewrites follow.
    const offered = (await workbench.menuItems.allInnerTexts()).map((text) => text.trim());
    assert.deepEqual(offered.slice(-6), [
      'Repair with FUn-FuSIC',
      'Disable grounding for this line',
      'Disable grounding for this file',
      'Disable grounding in the settings',
      'Rewrite',
      'Convert to an S-Expression',
    ]);
    await workbench.menuItems.filter({ hasText: 'Repair with FUn-FuSIC' }).click();
    await workbench.quickInput.waitFor();
    await workbench.type(QUESTION);
    await workbench.press('Enter');
    await workbench.activeTab.filter({ hasText: 'Repair: query.rq' }).waitFor();
    await lineIn(workbench, '.modified', 'place_of_birth').waitFor();
    await lineIn(workbench, '.modified', QUESTION).waitFor();
    await lineIn(workbench, '.original', 'place_of_brith').waitFor();
    for (const title of ['Accept All', 'Accept This Repair Change', 'Discard'])
      await button(workbench, title).waitFor();
    assert.equal(await button(workbench, 'Show Repair Trace').count(), 0);
    await workbench.press('Control+Enter');
    await workbench.activeTab.filter({ hasText: /^query\.rq/ }).waitFor();
    await workbench.lines.filter({ hasText: /place_of_birth/ }).waitFor();
    // Inlay hints may remain for a moment after the change.
    await workbench.lines
      .first()
      .filter({ hasText: /^#\squestion/ })
      .waitFor();
    assert.match(await workbench.text(), /^# question: Where was Barack Obama born\?\nPREFIX/);
    await workbench.press('Control+Z');
    await workbench.lines.filter({ hasText: /place_of_brith/ }).waitFor();
    assert.doesNotMatch(await workbench.text(), /question/);
    // The notification of the repair is still there.
    const notice = await workbench.notification('→');
    await workbench.pressInNotification(notice, 'Accept All');
    await workbench.notification('This repair is no longer open');
  });

  it('the CodeLens repairs; one change is accepted and the rest discarded', async () => {
    workbench = await Workbench.openNewFile(query);
    await workbench.lens('Repair').click();
    await workbench.quickInput.waitFor();
    await workbench.type(QUESTION);
    await workbench.press('Enter');
    await lineIn(workbench, '.modified', 'place_of_birth').waitFor();
    // The caret is at the first change, which is the question.
    await button(workbench, 'Accept This Repair Change').click();
    await lineIn(workbench, '.original', QUESTION).waitFor();
    await button(workbench, 'Discard').click();
    await workbench.activeTab.filter({ hasText: /^new-/ }).waitFor();
    await workbench.lines.filter({ hasText: /question/ }).waitFor();
    assert.match(await workbench.text(), /place_of_brith/);
  });

  it('a CodeLens above each change accepts it, and the notification accepts the rest', async () => {
    workbench = await Workbench.openNewFile(query);
    await workbench.lens('Repair').click();
    await workbench.quickInput.waitFor();
    await workbench.type(QUESTION);
    await workbench.press('Enter');
    await lineIn(workbench, '.modified', 'place_of_birth').waitFor();
    const accept = lensIn(workbench, 'Accept This Change');
    await accept.nth(1).waitFor();
    assert.equal(await accept.count(), 2);
    assert.equal(await lensIn(workbench, 'Accept All').count(), 2);
    assert.equal(await lensIn(workbench, 'Discard').count(), 2);
    assert.equal(await lensIn(workbench, 'Run').count(), 0);
    await accept.nth(1).click();
    await lineIn(workbench, '.original', 'place_of_birth').waitFor();
    // One change is left.
    await accept.first().waitFor({ state: 'detached' });
    await lensIn(workbench, 'Accept All').waitFor();
    const notice = await workbench.notification('→');
    const offered = await notice
      .locator('.notification-list-item-buttons-container .monaco-button')
      .allInnerTexts();
    assert.deepEqual(offered, ['Accept All', 'Accept This Change', 'Discard']);
    await workbench.pressInNotification(notice, 'Accept All');
    await workbench.activeTab.filter({ hasText: /^new-/ }).waitFor();
    await workbench.lines.filter({ hasText: /question/ }).waitFor();
    assert.match(await workbench.text(), /place_of_birth/);
  });

  it('consent for a remote model is requested, and the repair runs without it', async () => {
    workbench = await Workbench.open(queryWithQuestion, {
      'funfusic.models': { Far: { url: 'https://models.example/v1' } },
      'funfusic.model': 'Far',
    });
    await workbench.modelItem.filter({ hasText: 'Far' }).waitFor();
    await workbench.moveTo(5, 20);
    await workbench.press('Control+Alt+Enter');
    const notice = await workbench.notification('https://models.example');
    await workbench.pressInNotification(notice, 'Continue Without a Model');
    await workbench.activeTab.filter({ hasText: 'Repair: query.rq' }).waitFor();
    await lineIn(workbench, '.modified', 'place_of_birth').waitFor();
  });
});

function lineIn({ page }: Workbench, side: '.original' | '.modified', text: string): Locator {
  // The editor renders spaces as no-break spaces.
  const words = text.split(' ').at(-1) ?? text;
  return page.locator(`.monaco-diff-editor .editor${side} .view-line`, { hasText: words }).first();
}

/** A CodeLens on the right side of the diff. */
function lensIn({ page }: Workbench, title: string): Locator {
  return page.locator('.monaco-diff-editor .editor.modified .codelens-decoration a', { hasText: title });
}

function button({ page }: Workbench, title: string): Locator {
  return page.locator(`.editor-actions a[aria-label^="${title}"]`);
}
